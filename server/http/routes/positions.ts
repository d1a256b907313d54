import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { IdempotencyHeaders, PatchHeaders } from '../../../contract/request-headers.ts'
import {
  CloseRequest,
  DecidedOrder,
  Position,
  type Position as PositionBody,
  PositionParams,
  Positions,
  PositionsQuery,
  ProtectionPatch,
} from '../../../contract/trading.ts'
import { assert } from '../../core/assert.ts'
import { type Lots, lots } from '../../domain/market/instrument.ts'
import { refusalAnswer } from '../answers/command-answers.ts'
import { type Prepared, prepared, prepareProblem, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { parseList, parseRange, readSymbols } from '../input/list-query.ts'
import { bodyFaults, parseProtection, parseSteps } from '../input/parse-order.ts'
import { readJson } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'
import { instructedBy, venueSeed } from '../writes/instruction.ts'
import { instruct, place, WRITE_ACCESS, type WriteParts } from '../writes/trading-writes.ts'

/** Routes that list and close positions, and change their stop loss and take profit. */
export const positionRoutes =
  (parts: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, 'application/json')
    forbidStoring(app)
    app.get(
      '/positions',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags,
          operationId: 'listPositions',
          summary: 'List positions, newest first',
          querystring: PositionsQuery,
          response: { 200: Positions, ...problemAnswers(400, 401, 404, 429) },
        },
      },
      (request, reply) => {
        const { status, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const statuses = parseList<PositionBody['status']>(status) ?? []
        const query = { symbols: readSymbols(request.query), statuses, ...range.value, limit, cursor }
        return sendList(request, reply, parts.trading.positions(query))
      },
    )

    app.post(
      '/positions/:id/close',
      {
        config: { ...WRITE_ACCESS, idempotent: true },
        schema: {
          tags,
          operationId: 'closePosition',
          summary: 'Close all or part of a position at market',
          description: 'The order is reduce-only; the stop stays until the position is flat.',
          headers: IdempotencyHeaders,
          params: PositionParams,
          body: CloseRequest,
          response: { 201: DecidedOrder, 202: DecidedOrder, ...PROBLEMS },
        },
      },
      async (request, reply) => sendPrepared(reply, await closePosition(parts, request)),
    )
    await app.register(protectionRoute(parts))
  }

const tags = ['Trading']
const PROBLEMS = problemAnswers(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)

const protectionRoute =
  (parts: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, 'application/merge-patch+json')
    app.patch(
      '/positions/:id/sl-tp',
      {
        config: { ...WRITE_ACCESS, idempotent: true },
        schema: {
          tags,
          operationId: 'changeProtection',
          summary: 'Change the stop loss or take profit of a position',
          description:
            'The new stop is placed before the old one is cancelled. Returns 202 while the exchange has not confirmed it.',
          consumes: ['application/json', 'application/merge-patch+json'],
          headers: PatchHeaders,
          params: PositionParams,
          body: ProtectionPatch,
          response: { 200: Position, 202: Position, ...PROBLEMS, ...problemAnswers(412) },
        },
      },
      async (request, reply) => sendPrepared(reply, await changeProtection(parts, request)),
    )
  }

type Params = { Params: { id: string } }

/** Finds the open position, or a refusal when there is none. */
const findOpen = ({ server, trading }: WriteParts, positionId: string) => {
  const match = trading.findPosition(positionId)
  if (!match) return { refusal: refusalAnswer(server, { kind: 'positionNotFound' }) }
  if (match.position.status === 'CLOSED') return { refusal: refusalAnswer(server, { kind: 'positionEnded' }) }
  return match
}

const closePosition = async (
  parts: WriteParts,
  request: FastifyRequest<Params & { Body: CloseRequest }>,
): Promise<Prepared> => {
  const match = findOpen(parts, request.params.id)
  if ('refusal' in match) return match.refusal
  const { qty = 'ALL', maxSlippageBps = null } = request.body ?? {}
  const steps = qty === 'ALL' ? null : parseSteps(match.instrument.quantity, '/qty', qty)
  if (steps && !steps.ok) return prepareProblem(parts.server, 'invalid-parameter', bodyFaults([steps.error]))
  const quantity: Lots | null = steps && lots(steps.value)
  const orderId = parts.ids('ord')
  return place(parts, {
    kind: 'closePosition',
    positionId: match.position.positionId,
    orderId,
    venueSeed: venueSeed(orderId, request.idempotencyKey?.parts),
    quantity,
    maxSlippageBps,
    instructed: { ...instructedBy(request, parts.ids), reason: request.body?.reason ?? null },
  })
}

const changeProtection = async (
  parts: WriteParts,
  request: FastifyRequest<Params & { Body: ProtectionPatch }>,
): Promise<Prepared> => {
  const match = findOpen(parts, request.params.id)
  if ('refusal' in match) return match.refusal
  const { position, instrument } = match
  const change = parseProtection(request.body, position.protection.plan, instrument)
  if (!change.ok) return prepareProblem(parts.server, 'invalid-parameter', bodyFaults(change.error))
  const instruction = {
    kind: 'changeProtection',
    positionId: position.positionId,
    change: change.value,
    ifVersion: parseVersion(request.headers['if-match']),
    instructed: instructedBy(request, parts.ids),
  } as const
  return instruct(parts, instruction, (outcome) =>
    outcome.kind === 'refused'
      ? refusalAnswer(parts.server, outcome.refusal)
      : positionAnswer(parts, position.positionId),
  )
}

const positionAnswer = ({ trading }: WriteParts, positionId: string): Prepared => {
  const body = trading.position(positionId)
  assert(body, `position ${positionId} must be in the ledger`)
  return prepared(trading.isProtected(positionId) ? 200 : 202, body, { etag: `"${body.version}"` })
}

/** Version number within a tag; null for `*` and for no tag at all. */
const parseVersion = (tag: string | undefined): number | null => {
  const digits = tag?.match(/\d+/)?.[0]
  return digits === undefined ? null : Number(digits)
}
