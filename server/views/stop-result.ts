import type { StopResult } from '../../contract/control.ts'
import type { Id } from '../core/id.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import type { Order } from '../domain/order/order.ts'
import { isTerminal } from '../domain/order/transition.ts'
import type { Position } from '../domain/position/position.ts'
import { isFlattening, leftToCancel, leftToProtect } from '../engine/control/sweep.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { Latch } from '../engine/state/control-state.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import { deadAt } from '../engine/trading/reports.ts'
import {
  byBody,
  type ControlReader,
  getAuditStatus,
  isLatched,
  quantityText,
  SCHEMA_VERSION,
} from './control-reader.ts'

/** Returns the result of an emergency stop as the API body: the stop, and its progress from ledger, memory and file. */
export const stopResult = (reader: ControlReader, stop: StopOrder, call: StopCall): StopResult => {
  const { ledger } = reader.state
  const orders = stopOrders(reader, ledger.latch)
  const { by } = stop
  return {
    stopId: stop.stopId,
    state: ledger.control.state,
    latched: isLatched(reader),
    alreadyLatched: call.alreadyLatched,
    latchedAt: toRfc3339(stop.atMs),
    latchPersistence: getPersistence(reader),
    code: stop.code,
    requestedBy: { ...byBody(reader, by), roles: [...((by.sub !== null && reader.findUser(by.sub)?.roles) || [])] },
    reason: stop.reason,
    flatten: stop.flatten,
    bodyIgnored: call.bodyIgnored,
    phase: getPhase(reader),
    steps: [
      { step: 'LATCH_MEMORY', status: 'DONE', durationMs: wholeMs(call.latchedMs) },
      { step: 'LATCH_DURABLE', status: durableStatus(reader), durationMs: wholeMs(call.durableMs) },
      cancelStep(reader, orders),
      protectStep(reader),
      flattenStep(reader, stop),
    ],
    orders,
    positions: positionsBody(reader),
    quiescentBy: toRfc3339(quiescentBy(reader, stop.atMs)),
    clear: { by: 'HOST_CLI', via: 'plimsoll stop clear' },
    audit: { auditId: call.auditId, status: getAuditStatus(reader) },
    ...(call.accounts && { accounts: [...call.accounts] }),
    schemaVersion: SCHEMA_VERSION,
  }
}

/** Details of the current call, in addition to the stop. */
export interface StopCall {
  readonly alreadyLatched: boolean
  readonly bodyIgnored: boolean
  readonly latchedMs: number | null
  readonly durableMs: number | null
  readonly auditId: Id<'aud'>
  readonly accounts?: readonly string[]
}

const wholeMs = (ms: number | null): number | null => ms && Math.round(ms)

/** Returns the phase of the engaged stop. */
export const getPhase = (reader: ControlReader): StopResult['phase'] => {
  const { ledger, session } = reader.state
  if (!ledger.latch) return 'LATCHED'
  if (leftToCancel(ledger).length > 0) return 'CANCELLING'
  if (leftToProtect(ledger).length > 0) return 'PROTECTING'
  if (isFlattening(reader.state)) return 'FLATTENING'
  return session.sweep.complete ? 'COMPLETE' : 'SWEEPING'
}

const getPersistence = ({ published, stopSwitch, memory }: ControlReader): StopResult['latchPersistence'] => {
  const inDatabase = published.latch !== null && memory.failure === null
  if (stopSwitch.inFile) return inDatabase ? 'FILE_AND_DB' : 'FILE'
  return inDatabase ? 'DB' : 'MEMORY_ONLY'
}

type Steps = StopResult['steps']
type Status = Steps[number]['status']

const durableStatus = (reader: ControlReader): Status => {
  if (getPersistence(reader) !== 'MEMORY_ONLY') return 'DONE'
  return reader.memory.failure === null ? 'PENDING' : 'FAILED'
}

/** Returns whether the account has been read, so that the required actions of the stop are known. */
const isTakenUp = ({ ledger, session }: ControlReader['state']): boolean =>
  ledger.latch !== null && session.reconciliation.doneAtMs !== null

const progress = (done: number, all: number): Status => {
  if (done === all) return 'DONE'
  return done > 0 ? 'PARTIAL' : 'PENDING'
}

const cancelStep = ({ state }: ControlReader, orders: StopResult['orders']): Steps[2] => {
  const { cancelled, filled, pending } = orders
  const [failed, unknown] = [orders.failed.length, orders.outcomeUnknown.length]
  const attempted = orders.found - orders.protectiveKept
  const counted = { attempted, confirmed: cancelled, filled, failed, unknown, pending }
  const status = failed === attempted && failed > 0 ? 'FAILED' : progress(cancelled + filled, attempted)
  return { step: 'CANCEL', status: isTakenUp(state) ? status : 'PENDING', ...counted }
}

const isCovered = ({ protection, quantity }: Position): boolean => protection.covered >= quantity

const protectStep = ({ state }: ControlReader): Steps[3] => {
  const positions = [...state.ledger.positions.values()]
  const verified = positions.filter(isCovered).length
  const status = isTakenUp(state) ? progress(verified, positions.length) : 'PENDING'
  return { step: 'PROTECT', status, positions: positions.length, verified }
}

const flattenStep = (reader: ControlReader, { flatten }: StopOrder): Steps[4] => {
  if (flatten === 'NONE') return { step: 'FLATTEN', status: 'NOT_REQUESTED', remaining: [] }
  const remaining = [...reader.state.ledger.positions.values()].map(({ positionId, symbol, quantity }) => ({
    positionId,
    symbol,
    qty: quantityText(reader, symbol, quantity),
  }))
  if (!isTakenUp(reader.state) || isFlattening(reader.state)) return { step: 'FLATTEN', status: 'PENDING', remaining }
  return { step: 'FLATTEN', status: remaining.length === 0 ? 'DONE' : 'PARTIAL', remaining }
}

const positionsBody = (reader: ControlReader): StopResult['positions'] => {
  const positions = [...reader.state.ledger.positions.values()]
  const unprotected = positions.filter((position) => !isCovered(position))
  return {
    open: positions.length,
    protected: positions.length - unprotected.length,
    unprotected: unprotected.map(({ positionId, symbol, quantity, protection, updatedAtMs }) => ({
      positionId,
      symbol,
      uncoveredQty: quantityText(reader, symbol, quantity - protection.covered),
      since: toRfc3339(protection.unprotectedSinceMs ?? updatedAtMs),
    })),
  }
}

/** Number of unsuccessful attempts after which a cancel is reported as failed so far. */
const FAILED_AFTER = 3

/** Returns the outcome of the orders found by a stop. */
const stopOrders = (reader: ControlReader, latch: Latch | null): StopResult['orders'] => {
  const cancelling = cancelledBy(reader, latch)
  const unknown = cancelling.filter(({ status }) => status === 'OUTCOME_UNKNOWN')
  const failed = cancelling.flatMap(({ orderId, status }) => {
    const attempts = reader.state.session.cancels.get(orderId)?.attempts ?? 0
    return status === 'PENDING_CANCEL' && attempts > FAILED_AFTER ? [{ orderId, attempts }] : []
  })
  const ended = cancelling.filter(({ status }) => isTerminal(status))
  const filled = ended.filter(({ status }) => status === 'FILLED').length
  const protective = [...(latch?.retained ?? [])].filter((id) => reader.state.ledger.working.has(id)).length
  return {
    found: cancelling.length + protective,
    protectiveKept: protective,
    cancelled: ended.length - filled,
    filled,
    pending: cancelling.length - ended.length - unknown.length - failed.length,
    failed,
    outcomeUnknown: unknown.map(({ orderId, updatedAtMs }) => ({ orderId, since: toRfc3339(updatedAtMs) })),
  }
}

const cancelledBy = ({ state, store }: ControlReader, latch: Latch | null): Order[] => {
  if (!latch) return []
  const left = leftToCancel(state.ledger).map(({ orderId }) => orderId)
  return [...new Set([...latch.cancelling, ...left])].flatMap(
    (orderId) => state.ledger.orders.get(orderId) ?? store.findOrder(orderId) ?? [],
  )
}

/** Returns when no request in flight can arrive any more, because each has expired. */
const quiescentBy = (reader: ControlReader, latchedAtMs: Instant): Instant => {
  const state = { ...reader.state, atMs: reader.now() }
  const inFlight = workingOrders(state.ledger).filter(
    ({ status }) => status === 'PENDING_NEW' || status === 'OUTCOME_UNKNOWN',
  )
  return Math.max(latchedAtMs, ...inFlight.map((order) => deadAt(state, order)))
}
