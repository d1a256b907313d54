/** Shifts the times of ledger and session by a step of the platform clock, so that every age is unchanged. */

import type { Instant } from '../../core/instant.ts'
import type { Order } from '../../domain/order/order.ts'
import type { Position } from '../../domain/position/position.ts'
import type { RecentOrder } from '../../domain/risk/risk-view.ts'
import type { Difference, PendingAmendment } from '../model/facts.ts'
import type { ControlBooks } from './control-state.ts'
import type { Session } from './session.ts'

/** Shifts every time in the ledger from which an age or window is measured; historical times are unchanged. */
export const moveLedgerTimes = (ledger: TimedLedger, move: Move): void => {
  const { recent, differences, positions, working, orders, amending, control, tripped } = ledger
  for (const [index, order] of recent.entries()) recent[index] = { ...order, atMs: move(order.atMs) }
  for (const [key, difference] of differences)
    differences.set(key, { ...difference, firstSeenAtMs: move(difference.firstSeenAtMs) })
  for (const [symbol, position] of positions) {
    const { protection } = position
    const unprotectedSinceMs = orNull(protection.unprotectedSinceMs, move)
    const verifiedAtMs = orNull(protection.verifiedAtMs, move)
    positions.set(symbol, { ...position, protection: { ...protection, unprotectedSinceMs, verifiedAtMs } })
  }
  for (const orderId of working) {
    const order = orders.get(orderId)
    if (order) orders.set(orderId, { ...order, updatedAtMs: move(order.updatedAtMs) })
  }
  for (const [orderId, pending] of amending)
    amending.set(orderId, { ...pending, requestedAtMs: move(pending.requestedAtMs) })
  for (const [breaker, trip] of tripped) tripped.set(breaker, { ...trip, atMs: move(trip.atMs) })
  ledger.control = { ...control, sinceMs: move(control.sinceMs) }
}

type Move = (at: Instant) => Instant

const orNull = (at: Instant | null, move: Move): Instant | null => (at === null ? null : move(at))

/** Parts of the ledger with times from which ages are measured. */
interface TimedLedger extends ControlBooks {
  readonly recent: RecentOrder[]
  readonly differences: Map<string, Difference>
  readonly positions: Map<string, Position>
  readonly working: ReadonlySet<string>
  readonly orders: Map<string, Order>
  readonly amending: Map<string, PendingAmendment>
}

/** Moves all times of the session by `byMs`, including deadlines, so that their distance from now is unchanged. */
export const moveSessionTimes = (session: Session, byMs: number): void => {
  const by: Move = (at) => at + byMs
  const { clock, reconciliation, sent, watches, cancels, guards, verified, attempts, sweep, owed, degraded } = session
  if (session.start) session.start = { ...session.start, atMs: by(session.start.atMs) }
  session.lastMessageAtMs = orNull(session.lastMessageAtMs, by)
  clock.pending &&= { ...clock.pending, atMs: by(clock.pending.atMs) }
  clock.dueAtMs = by(clock.dueAtMs)
  clock.atMs = by(clock.atMs)
  if (clock.offsetMs !== null) clock.offsetMs -= byMs
  reconciliation.pending &&= { ...reconciliation.pending, atMs: by(reconciliation.pending.atMs) }
  reconciliation.beganAtMs = orNull(reconciliation.beganAtMs, by)
  reconciliation.dueAtMs = by(reconciliation.dueAtMs)
  reconciliation.firstAtMs = orNull(reconciliation.firstAtMs, by)
  reconciliation.doneAtMs = orNull(reconciliation.doneAtMs, by)
  reconciliation.doneRequestedAtMs = orNull(reconciliation.doneRequestedAtMs, by)
  reconciliation.bookedAtMs = by(reconciliation.bookedAtMs)
  for (const [orderId, atMs] of sent) sent.set(orderId, by(atMs))
  for (const watch of watches.values()) {
    watch.nextAtMs = by(watch.nextAtMs)
    watch.pending &&= { ...watch.pending, atMs: by(watch.pending.atMs) }
    watch.absentAtMs = by(watch.absentAtMs)
  }
  for (const cancel of cancels.values()) cancel.nextAtMs = by(cancel.nextAtMs)
  for (const guard of guards.values()) {
    guard.ableAtMs = orNull(guard.ableAtMs, by)
    guard.placeAtMs = by(guard.placeAtMs)
    guard.closeAtMs = by(guard.closeAtMs)
  }
  for (const [orderId, atMs] of verified) verified.set(orderId, by(atMs))
  for (const [index, attempt] of attempts.entries()) attempts[index] = { ...attempt, atMs: by(attempt.atMs) }
  sweep.requestedAtMs = orNull(sweep.requestedAtMs, by)
  sweep.dueAtMs = by(sweep.dueAtMs)
  for (const [symbol, slice] of sweep.slices) sweep.slices.set(symbol, { ...slice, atMs: by(slice.atMs) })
  session.breakers = { ...session.breakers, readAtMs: by(session.breakers.readAtMs) }
  if (degraded) {
    const { sinceMs, healthySinceMs } = degraded
    session.degraded = { ...degraded, sinceMs: by(sinceMs), healthySinceMs: orNull(healthySinceMs, by) }
  }
  for (const [index, due] of owed.entries()) owed[index] = { ...due, sinceMs: by(due.sinceMs) }
  session.equityTop &&= { ...session.equityTop, atMs: by(session.equityTop.atMs) }
}
