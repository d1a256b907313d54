import type { PauseResult } from '../../contract/control.ts'
import { toRfc3339 } from '../core/instant.ts'
import { isTerminal } from '../domain/order/status.ts'
import type { PauseTaken } from '../engine/desks/control-desk.ts'
import { type ControlReader, getAuditStatus, SCHEMA_VERSION } from './control-reader.ts'

/** Returns the result of a pause, and the current state of the engine. */
export const pauseResult = (reader: ControlReader, taken: PauseTaken): PauseResult => {
  const { ledger } = reader.state
  const ended = taken.entries.flatMap((orderId) => {
    const status = ledger.orders.get(orderId)?.status ?? 'CANCELED'
    return isTerminal(status) ? [status] : []
  })
  const filled = ended.filter((status) => status === 'FILLED').length
  return {
    changed: taken.changed,
    state: ledger.control.state,
    previousState: taken.previousState,
    desiredState: ledger.control.desired,
    effectiveAt: toRfc3339(taken.atMs),
    entriesCancelled: {
      attempted: taken.entries.length,
      confirmed: ended.length - filled,
      filled,
      unknown: taken.entries.length - ended.length,
    },
    positionsOpen: ledger.positions.size,
    audit: { auditId: taken.auditId, status: getAuditStatus(reader) },
    schemaVersion: SCHEMA_VERSION,
  }
}
