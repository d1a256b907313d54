/** Emergency stop: what it does to positions and orders. */

import type { Order } from '../order/order.ts'
import { isTerminal } from '../order/transition.ts'
import { closingSide, type Position } from '../position/position.ts'

/** Effect of an emergency stop on open positions: they keep their stops, or they are closed. */
export type Flatten = 'NONE' | 'REDUCE_ONLY'

/** Cause of a stop: a person, or a fault that a person must review. */
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
  | 'TAKEOVER_UNSURE'

/** Returns the stronger of two requests; a stop is never weakened. */
export const strongerFlatten = (a: Flatten, b: Flatten): Flatten =>
  a === 'REDUCE_ONLY' || b === 'REDUCE_ONLY' ? 'REDUCE_ONLY' : 'NONE'

/**
 * Returns whether a stop keeps an order: conditional orders that can only reduce the open position, and closing orders
 * in flight. Any other order could still open a position.
 */
export const isRetained = ({ terms, purpose }: Order, position: Position | undefined): boolean => {
  if (!terms.reduceOnly) return false
  if (purpose === 'CLOSE' || purpose === 'FLATTEN') return terms.timeInForce === 'IOC'
  return terms.trigger !== null && position !== undefined && terms.side === closingSide(position)
}

/** Returns whether a stop cancels an order; none are cancelled once a newer engine has taken over. */
export const isCancelledBy = (
  order: Order,
  position: Position | undefined,
  { code, byPerson }: { readonly code: StopCode; readonly byPerson: boolean },
): boolean => {
  if (isTerminal(order.status) || code === 'FOREIGN_EPOCH' || isRetained(order, position)) return false
  return byPerson || order.origin !== 'EXTERNAL'
}
