import type { StopResult } from '../../contract/control.ts'
import type { Id } from '../core/id.ts'
import { toRfc3339 } from '../core/instant.ts'
import type { Position } from '../domain/position/position.ts'
import { isFlattening } from '../engine/control/flatten.ts'
import { leftToCancel, leftToProtect } from '../engine/control/sweep.ts'
import type { StopOrder } from '../engine/model/events.ts'
import {
  byBody,
  type ControlReader,
  getAuditStatus,
  isLatched,
  quantityText,
  SCHEMA_VERSION,
} from './control-reader.ts'
import { quiescentBy, stopOrders } from './stop-orders.ts'

/** Details of the current call, beside the stop itself. */
export interface StopCall {
  readonly alreadyLatched: boolean
  readonly bodyIgnored: boolean
  readonly latchedMs: number | null
  readonly durableMs: number | null
  readonly auditId: Id<'aud'>
}

/** Returns a stop and its progress from ledger, memory and file. */
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
    schemaVersion: SCHEMA_VERSION,
  }
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

const getPersistence = ({ state, stopSwitch, memory }: ControlReader): StopResult['latchPersistence'] => {
  const inDatabase = state.ledger.latch !== null && memory.failure === null
  if (stopSwitch.inFile) return inDatabase ? 'FILE_AND_DB' : 'FILE'
  return inDatabase ? 'DB' : 'MEMORY_ONLY'
}

type Steps = StopResult['steps']
type Status = Steps[number]['status']

const durableStatus = (reader: ControlReader): Status => {
  if (getPersistence(reader) !== 'MEMORY_ONLY') return 'DONE'
  return reader.memory.failure === null ? 'PENDING' : 'FAILED'
}

/** The account has been read, and what the stop has to do with it is known. */
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
