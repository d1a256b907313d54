/** State of the protection of a position beyond the ledger: attempts, refusals, and time without a stop. */

import type { Instant } from '../../core/instant.ts'
import { isProtective, type Order } from '../../domain/order/order.ts'
import { unprotectedBeyond as countBeyond, type Position } from '../../domain/position/position.ts'
import type { RejectionCategory } from '../model/venue.ts'
import type { Ledger } from '../state/ledger.ts'
import type { Guard, OrderWatch } from '../state/session.ts'
import type { Turn } from '../state/turn.ts'

/** Returns the guard of a lifecycle; the state of a previous lifecycle is dropped. */
export const getGuard = ({ session, atMs }: Turn, { symbol, positionId }: Position): Guard => {
  const known = session.guards.get(symbol)
  const guard = known?.positionId === positionId ? known : freshGuard(positionId)
  if (session.reconciliation.doneAtMs !== null) guard.ableAtMs ??= atMs
  session.guards.set(symbol, guard)
  return guard
}

/** First delay before a refused stop is retried; it doubles each time. */
const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 4_000

const freshGuard = (positionId: string): Guard => ({
  positionId,
  ableAtMs: null,
  placeAtMs: 0,
  refusals: 0,
  closeNow: false,
  closeAtMs: 0,
  closes: 0,
  closeFailures: 0,
})

/**
 * Returns whether stops and targets may be sent, which requires a reading of the account. A stop, which can only
 * reduce, may already be sent after the first reading, even if that must be repeated because of an execution; if all
 * readings fail, it may be sent once the position has been without a stop for the permitted time. Nothing can be sent
 * before the exchange is reached.
 */
export const mayPlace = ({ session, rules, atMs }: Turn, { purpose }: Pick<Order, 'purpose'>): boolean => {
  const { beganAtMs, firstAtMs, doneAtMs } = session.reconciliation
  if (doneAtMs !== null) return true
  if (session.connection === 'awaited') return false
  const isLate = beganAtMs !== null && atMs - beganAtMs > rules.constitution.protection.budgetMs
  return (firstAtMs !== null || isLate) && purpose === 'STOP_LOSS'
}

/** Resets the refusals of earlier closes after one has traded. */
export const noteClosed = ({ session }: Turn, { terms, positionId }: Order): void => {
  const guard = session.guards.get(terms.symbol)
  if (guard && guard.positionId === positionId) guard.closeFailures = 0
}

/**
 * Handles the refusal of a protective or closing order: the order is retried or, if its price has been reached, the
 * position is closed instead.
 */
export const noteStopRefused = (turn: Turn, order: Order, category: RejectionCategory): void => {
  const position = turn.ledger.positions.get(order.terms.symbol)
  if (!position || position.positionId !== order.positionId) return
  const guard = getGuard(turn, position)
  guard.ableAtMs ??= turn.atMs
  if (order.purpose === 'CLOSE' && order.origin === 'GUARDIAN') guard.closeFailures++
  if (!isProtective(order)) return
  if (category === 'WOULD_TRIGGER') guard.closeNow = true
  guard.placeAtMs = turn.atMs + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** guard.refusals)
  guard.refusals++
}

/** Counts the positions that have been without a verified stop for longer than `budgetMs`. */
export const unprotectedBeyond = ({ positions }: Ledger, budgetMs: number, atMs: Instant): number =>
  countBeyond(positions.values(), budgetMs, atMs)

/** Queries an order at the next opportunity, regardless of its schedule. */
export const watchNow = (turn: Turn, orderId: string): void => {
  const watch = turn.session.watches.get(orderId)
  if (watch) {
    watch.nextAtMs = turn.atMs
    return
  }
  const fresh: OrderWatch = {
    nextAtMs: turn.atMs,
    pending: null,
    absentRounds: 0,
    absentAtMs: 0,
    taken: false,
    readBacks: 0,
  }
  turn.session.watches.set(orderId, fresh)
}
