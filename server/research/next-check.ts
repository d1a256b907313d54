/**
 * Finds the next engine tick with due tasks in a backtest, and whether the passage of time alone can change an order or
 * a position.
 */

import type { Instant } from '../core/instant.ts'
import type { EngineState } from '../engine/state/turn.ts'

/** Returns the time of the first engine tick after `nowMs` with a due task. */
export const nextCheckAt = ({ session }: EngineState, nowMs: Instant): Instant => {
  let dueMs = Number.POSITIVE_INFINITY
  const consider = (atMs: Instant): void => {
    if (atMs > nowMs && atMs < dueMs) dueMs = atMs
  }
  for (const { nextAtMs } of session.watches.values()) consider(nextAtMs)
  for (const { nextAtMs } of session.cancels.values()) consider(nextAtMs)
  for (const { placeAtMs, closeAtMs } of session.guards.values()) {
    consider(placeAtMs)
    consider(closeAtMs)
  }
  consider(session.reconciliation.dueAtMs)
  return nowMs + Math.max(TICK_MS, Math.ceil((dueMs - nowMs) / TICK_MS) * TICK_MS)
}

/**
 * Returns whether the passage of time alone can still change an order or a position: an unverified stop, an order
 * without an outcome, or a repeated close or cancel.
 */
export const isUnsettled = ({ ledger, session }: EngineState): boolean => {
  if (session.cancels.size > 0 || ledger.latch !== null) return true
  for (const { protection } of ledger.positions.values()) if (protection.state !== 'VERIFIED') return true
  for (const orderId of ledger.working) {
    const status = ledger.orders.get(orderId)?.status
    if (status === 'PENDING_NEW' || status === 'OUTCOME_UNKNOWN') return true
  }
  return false
}

/** Interval of the ticks of a running engine. */
const TICK_MS = 100
