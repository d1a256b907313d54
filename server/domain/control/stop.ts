import type { Order } from '../order/order.ts'
import { isTerminal } from '../order/status.ts'
import { closingSide, type Position } from '../position/position.ts'

/** What an emergency stop does with open positions: leaves them with their stops, or closes them as well. */
export type Flatten = 'NONE' | 'REDUCE_ONLY'

/** Why the engine is stopped: a person, or a fault that only a person can judge. */
export type StopCode =
  | 'EMERGENCY_STOP'
  | 'STOP_FILE'
  | 'FOREIGN_EPOCH'
  | 'QTY_MISMATCH'
  | 'UNPROTECTED_UNCLOSABLE'
  | 'UNRESOLVED_OUTCOME'
  | 'OVERFILLED'
  | 'STORE_FAILED'
  | 'AUDIT_BROKEN'
  | 'CONSTITUTION_BROKEN'
  | 'LEDGER_BEHIND'

/** Of two wishes the one that does more; a stop is never taken back in part. */
export const strongerFlatten = (a: Flatten, b: Flatten): Flatten =>
  a === 'REDUCE_ONLY' || b === 'REDUCE_ONLY' ? 'REDUCE_ONLY' : 'NONE'

/**
 * What a stop lets stand: conditional orders that can only reduce the position that is open, and closes that are on
 * their way. Everything else could still become a position.
 */
export const isRetained = ({ terms, purpose }: Order, position: Position | undefined): boolean => {
  if (!terms.reduceOnly) return false
  if (purpose === 'CLOSE' || purpose === 'FLATTEN') return terms.timeInForce === 'IOC'
  return terms.trigger !== null && position !== undefined && terms.side === closingSide(position)
}

/** Whether a stop takes an order back; where a newer engine has taken over, nothing is ours to take back. */
export const isCancelledBy = (
  order: Order,
  position: Position | undefined,
  { code, byPerson }: { readonly code: StopCode; readonly byPerson: boolean },
): boolean => {
  if (isTerminal(order.status) || code === 'FOREIGN_EPOCH' || isRetained(order, position)) return false
  return byPerson || order.origin !== 'EXTERNAL'
}
