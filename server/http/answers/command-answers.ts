/** Responses to trading instructions: problems for refused ones, and the outcome of placed orders. */

import type { FastifyInstance } from 'fastify'
import type { ProblemSlug } from '../../../contract/problem.ts'
import type { DecidedOrder, GateReading } from '../../../contract/trading.ts'
import { assertNever } from '../../core/assert.ts'
import { StoreFailure } from '../../core/errors.ts'
import { toRfc3339 } from '../../core/instant.ts'
import { readRejection } from '../../domain/order/venue-report.ts'
import type { CommandRefusal } from '../../engine/model/events.ts'
import { type Prepared, type ProblemDetails, prepared, prepareProblem } from './problems.ts'

/** Returns the problem response for a refused command. */
export const refusalAnswer = (server: FastifyInstance, refusal: CommandRefusal): Prepared => {
  const { slug, ...details } = refusedAs(refusal)
  return prepareProblem(server, slug, details)
}

type Refused = ProblemDetails & { readonly slug: ProblemSlug }

const refusedAs = (refusal: CommandRefusal): Refused => {
  switch (refusal.kind) {
    case 'unknownSymbol':
      return { slug: 'unknown-symbol', detail: `${refusal.symbol} is not traded here.` }
    case 'marketNotSeen':
      return noPrice(refusal.symbol)
    case 'latched':
      return latched(refusal)
    case 'duplicateClientOrderId':
      return duplicate(refusal)
    case 'orderNotFound':
      return { slug: 'order-not-found', detail: 'There is no order with this ID.' }
    case 'orderTerminal':
      return { slug: 'order-not-found', detail: 'The order has ended and is no longer stored.' }
    case 'notAmendable':
      return { slug: 'order-not-amendable', detail: refusal.detail }
    case 'protectionRemovalForbidden':
      return { slug: 'protection-removal-forbidden', detail: refusal.detail }
    case 'positionNotFound':
      return { slug: 'position-not-found', detail: 'There is no position with this ID.' }
    case 'positionEnded':
      return {
        slug: 'position-lifecycle-ended',
        detail: 'This position has been closed; the symbol now has another one.',
      }
    case 'versionMismatch':
      return outdated(refusal.version)
    case 'wouldIncreaseRisk':
      return { slug: 'would-increase-risk', detail: refusal.detail }
    case 'invalid':
      return invalid(refusal)
    case 'outcomePending':
      return { slug: 'outcome-unknown-pending', detail: refusal.detail }
    case 'goingDown':
      return { slug: 'shutting-down', detail: 'The engine is shutting down.', retryAfterSec: 5 }
    case 'notNow':
      return { slug: 'not-ready', detail: refusal.detail, retryAfterSec: 1 }
    default:
      return assertNever(refusal)
  }
}

const noPrice = (symbol: string): Refused => ({
  slug: 'market-data-unavailable',
  detail: `No price of ${symbol} has been observed yet.`,
  retryAfterSec: 1,
})

const latched = ({ stopId, reason, latchedAtMs }: Extract<CommandRefusal, { kind: 'latched' }>): Refused => ({
  slug: 'emergency-stop-latched',
  detail: `The emergency stop is engaged: ${reason}`,
  members: { stopId, latchedAt: toRfc3339(latchedAtMs), reason },
})

const duplicate = ({
  clientOrderId,
  orderId,
}: {
  readonly clientOrderId: string
  readonly orderId: string
}): Refused => ({
  slug: 'duplicate-client-order-id',
  detail: `${clientOrderId} is the clientOrderId of ${orderId}.`,
  members: { orderId },
})

const outdated = (version: number): Refused => ({
  slug: 'precondition-failed',
  detail: `The version is ${version} now.`,
  members: { version },
})

const invalid = ({ pointer, detail }: { readonly pointer: string; readonly detail: string }): Refused => ({
  slug: 'invalid-parameter',
  detail: `body ${pointer} ${detail}.`,
  members: { errors: [{ in: 'body', pointer, code: 'NOT_ALLOWED', detail }] },
})

/** Reports that the engine accepted nothing: it is too busy, shutting down, or cannot record. */
export const notTaken = (server: FastifyInstance, fault: unknown): Prepared =>
  prepareProblem(server, 'not-ready', {
    detail: fault instanceof StoreFailure ? NOT_RECORDED : NOT_TAKEN,
    retryAfterSec: 1,
  })

const NOT_TAKEN = 'The engine is not accepting instructions; nothing was done.'
const NOT_RECORDED =
  'It could not be recorded, so it was not executed; a cancel or a change of protection may have been. No instructions are accepted until the store can be written again.'

/** Returns the response with the outcome of placing an order. */
export const orderAnswer = (server: FastifyInstance, order: DecidedOrder): Prepared => {
  switch (order.status) {
    case 'DENIED':
      return denied(server, order)
    case 'REJECTED':
    case 'NEVER_ACCEPTED':
      return rejected(server, order)
    case 'OUTCOME_UNKNOWN':
    case 'PENDING_NEW':
      return prepared(202, order)
    default:
      return prepared(201, order, locationAt(order.orderId))
  }
}

/** Returns the `Location` header of a stored response with an order; none for a response without an order. */
export const orderLocation = (body: string): { readonly location?: string } => {
  const { orderId } = JSON.parse(body) as { readonly orderId?: string }
  return orderId === undefined ? {} : locationAt(orderId)
}

const locationAt = (orderId: string) => ({ location: `/api/v381/trading/order/${orderId}` })

const denied = (server: FastifyInstance, order: DecidedOrder): Prepared => {
  const gates = (order.decision?.gates ?? []).filter(({ enforced, pass }) => enforced && !pass)
  const reasons = gates.map(({ detail }) => detail).join('; ') || (order.statusReason ?? 'the order was held back')
  return prepareProblem(server, 'pre-trade-rejected', {
    detail: `${reasons.slice(0, 1).toUpperCase()}${reasons.slice(1)}.`,
    members: { gates: gates.map(toGateFailure), orderId: order.orderId, decisionId: order.decisionId },
  })
}

const toGateFailure = ({ gateId, code, limit, observed, unit, detail }: GateReading) => ({
  gateId,
  code,
  limit,
  observed,
  unit,
  detail,
})

const rejected = (server: FastifyInstance, order: DecidedOrder): Prepared => {
  const reason = order.statusReason ?? 'The exchange never accepted the order'
  return prepareProblem(server, 'exchange-rejected', {
    detail: reason,
    members: { exchange: readRejection(reason) ?? null, orderId: order.orderId, decisionId: order.decisionId },
  })
}
