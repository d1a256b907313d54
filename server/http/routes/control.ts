import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  AutotradingConfig,
  AutotradingStatus,
  PauseRequest,
  PauseResult,
  StopRequest,
  StopResult,
} from '../../../contract/control.ts'
import { IdempotencyHeaders } from '../../../contract/request-headers.ts'
import { rolesWith } from '../../../contract/roles.ts'
import { BeyondReach, StoreFailure } from '../../core/errors.ts'
import type { ControlDesk, StopInput } from '../../engine/desks/control-desk.ts'
import { accountsWith } from '../../identity/grants.ts'
import type { ControlViews } from '../../views/control-views.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendTagged } from '../answers/send-answer.ts'
import { NoQuery, readJson } from '../input/schemas.ts'
import { BODY_WITHIN_MS, EMPTY_STOP_BODY, parseStop, readBody, type StopBody } from '../input/stop-body.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'
import { toActor } from '../writes/instruction.ts'

/**
 * Routes of status and configuration of autotrading, and of the two actions that restrict it: pause and emergency stop.
 */
export const controlRoutes =
  (parts: ControlParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(readRoutes(parts))
    await app.register(pauseRoute(parts))
    await app.register(stopRoute(parts))
  }

export interface ControlParts {
  readonly control: ControlDesk
  readonly views: ControlViews
}

const tags = ['Control']
const config = readableBy(ANY_ROLE)
const READ_PROBLEMS = problemAnswers(400, 401, 429)

const readRoutes =
  ({ views }: ControlParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/autotrading/status',
      {
        config,
        schema: {
          tags,
          operationId: 'getAutotradingStatus',
          summary: 'Get the engine state, its reasons and the possible next states',
          querystring: NoQuery,
          response: { 200: AutotradingStatus, ...READ_PROBLEMS },
        },
      },
      (_request, reply) => sendPrepared(reply, prepared(200, views.status(), { 'cache-control': 'no-store' })),
    )

    app.get(
      '/autotrading/config',
      {
        config,
        schema: {
          tags,
          operationId: 'getAutotradingConfig',
          summary: 'Get the autotrading configuration in effect',
          querystring: NoQuery,
          response: { 200: AutotradingConfig, ...READ_PROBLEMS },
        },
      },
      (request, reply) => {
        const { etag, body } = views.config()
        sendTagged(request, reply, { etag, body: () => body })
      },
    )
  }

const pauseRoute =
  ({ control, views }: ControlParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, 'application/json')
    forbidStoring(app)
    app.post(
      '/autotrading/pause',
      {
        config: {
          effect: 'CONTROL_RESTRICT',
          access: rolesWith('control:pause'),
          quota: 'CONTROL',
          audited: true,
        },
        schema: {
          tags,
          operationId: 'pauseAutotrading',
          summary: 'Pause autotrading: no new entries',
          description:
            'Cancels the resting entries of autotrading; positions and their protection stay. Resuming is possible on the host only: `plimsoll resume`.',
          headers: IdempotencyHeaders,
          body: PauseRequest,
          response: { 200: PauseResult, ...problemAnswers(400, 401, 403, 413, 415, 429, 503) },
        },
      },
      async (request, reply) => {
        echoKey(request, reply)
        const reason = request.body?.reason ?? null
        const pauseRequest = { actor: toActor(request), requestId: app.requestId(), reason }
        const taken = await control.pause(pauseRequest).catch((error: unknown) => {
          app.log.error({ err: error }, 'a pause could not reach the engine')
        })
        if (!taken) return refusePause(reply)
        return sendPrepared(reply, prepared(200, views.pauseResult(taken)))
      },
    )
  }

const refusePause = (reply: FastifyReply): void =>
  sendProblem(reply, 'not-ready', {
    detail: 'The engine could not be reached; nothing was paused. POST /api/emergency-stop still works.',
    retryAfterSec: 1,
  })

const stopRoute =
  (parts: ControlParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    takeAnyBody(app)
    app.post(
      '/emergency-stop',
      {
        config: { effect: 'CONTROL_RESTRICT', access: STOPPERS, quota: 'NONE', audited: true },
        validatorCompiler: () => () => true,
        schema: {
          tags,
          operationId: 'emergencyStop',
          summary: 'Emergency stop: block everything that could increase risk',
          description:
            'Takes effect immediately, and until the host clears it. Cancels all orders except the stops and targets of open positions; by default, positions stay open and protected by them. Never rate-limited, and never refused because of its body. Returns 200 when nothing is left to do, otherwise 202: follow it with `GET /api/autotrading/status`. A repeated call refers to the same stop and may extend it.',
          headers: IdempotencyHeaders,
          body: AsRead,
          response: { 200: StopResult, 202: StopResult, ...problemAnswers(400, 401, 403, 429, 503) },
        },
      },
      async (request, reply) => {
        echoKey(request, reply)
        if (!request.raw.readableEnded) reply.header('connection', 'close')
        const caller = { actor: toActor(request), requestId: app.requestId(), ...readReach(request) }
        const result = await stop(parts, {
          caller,
          stopBody: request.body ?? EMPTY_STOP_BODY,
          tookMs: reply.elapsedTime,
        })
        return result === 'BEYOND_REACH' ? refuseFleetStop(reply, caller.reach) : sendStop(reply, result)
      },
    )
  }

const STOPPERS = rolesWith('control:stop')

/** Body schema, documented as callers send it and typed as it is parsed. */
const AsRead = Type.Unsafe<StopBody | undefined>(StopRequest)

/** Accepts any body: a stop is never refused for it; its type is ignored, and all its fields are optional. */
const takeAnyBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    raw.headers['content-type'] = undefined
    done()
  })
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: FastifyRequest['raw']) =>
    parseStop(await readBody(payload, BODY_WITHIN_MS)),
  )
}

/** Maximum response time of a stop, including the time for its body. */
const ANSWER_WITHIN_MS = 2_500

interface Stopping {
  readonly caller: Pick<StopInput, 'actor' | 'requestId' | 'reach'>
  readonly stopBody: StopBody
  readonly tookMs: number
}

/**
 * Engages the stop; returns null when neither the engine nor the store has confirmed it, and `BEYOND_REACH`, having
 * stopped nothing, when the caller may not stop every account of the fleet.
 */
const stop = async (
  { control, views }: ControlParts,
  { caller, stopBody, tookMs }: Stopping,
): Promise<StopResult | 'BEYOND_REACH' | null> => {
  const { reason, flatten, scope, ignored } = stopBody
  const alreadyLatched = views.isLatched()
  const request = { ...caller, reason, flatten, scope }
  const taken = await within(ANSWER_WITHIN_MS - tookMs, control.stop(request).catch(unlessAway))
  if (taken === 'BEYOND_REACH') return taken
  if (taken === null && scope === 'FLEET') return null
  const known = taken ?? { alreadyLatched, latchedMs: null, durableMs: null, auditId: null }
  return views.stopResult({ ...known, bodyIgnored: ignored })
}

/** Handles a refusal, and an unavailable store: returns null for a stop that it had to confirm. */
const unlessAway = (error: unknown): 'BEYOND_REACH' | null => {
  if (error instanceof BeyondReach) return 'BEYOND_REACH'
  if (!(error instanceof StoreFailure)) throw error
  return null
}

/** Returns the accounts that the caller may stop; nothing when these are all. */
const readReach = ({ principal }: FastifyRequest): Pick<StopInput, 'reach'> => {
  const reach = principal && accountsWith(principal, STOPPERS)
  return reach ? { reach } : {}
}

const sendStop = (reply: FastifyReply, result: StopResult | null): void =>
  result ? sendPrepared(reply, prepared(result.phase === 'COMPLETE' ? 200 : 202, result)) : refuseStop(reply)

const refuseFleetStop = (reply: FastifyReply, accounts: readonly string[] = []): void =>
  sendProblem(reply, 'insufficient-role', {
    detail:
      'Nothing was stopped: stopping the fleet requires a role that may stop every account of the store. Stop the accounts in `accounts` one by one.',
    members: { requiredAnyOf: STOPPERS, accounts },
  })

const refuseStop = (reply: FastifyReply): void =>
  sendProblem(reply, 'not-ready', {
    detail:
      'Neither the engine nor the shared store has confirmed the stop; it is being retried. Use another gateway, or plimsoll stop on the host of the engine.',
    retryAfterSec: 1,
  })

const within = <T>(ms: number, promise: Promise<T>): Promise<T | undefined> => {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  return Promise.race([promise, over]).finally(() => clearTimeout(timer))
}

/**
 * Returns the idempotency key in the response. It has no other effect, because a repeated request is executed only once
 * anyway.
 */
const echoKey = ({ headers }: FastifyRequest, reply: FastifyReply): void => {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && KEY.test(key)) reply.header('idempotency-key', key)
}

const KEY = /^"?[A-Za-z0-9_-]{1,64}"?$/
