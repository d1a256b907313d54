import { isProtective, type Order } from '../../domain/order/order.ts'
import type { Guard } from '../session.ts'
import type { Turn } from '../turn.ts'
import type { RejectionCategory } from '../venue.ts'

/** A refused stop is tried again after this, doubling. */
const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 4_000
/** A refused close is tried again after this. */
const CLOSE_RETRY_MS = 1_000

export const guardOf = ({ session }: Turn, symbol: string): Guard => {
  const known = session.guards.get(symbol)
  if (known) return known
  const guard: Guard = { placeAtMs: 0, refusals: 0, closeNow: false, closeAtMs: 0, closeFailures: 0 }
  session.guards.set(symbol, guard)
  return guard
}

/** An order that was to protect or to close has been refused: it is tried again, or the position is closed instead. */
export const noteStopRefused = (turn: Turn, order: Order, category: RejectionCategory): void => {
  const guard = guardOf(turn, order.terms.symbol)
  if (order.purpose === 'CLOSE' && order.origin === 'GUARDIAN') {
    guard.closeFailures++
    guard.closeAtMs = turn.atMs + CLOSE_RETRY_MS
  }
  if (!isProtective(order)) return
  if (order.purpose === 'STOP_LOSS' && category === 'WOULD_TRIGGER') guard.closeNow = true
  guard.placeAtMs = turn.atMs + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** guard.refusals)
  guard.refusals++
}
