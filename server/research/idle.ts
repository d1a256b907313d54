/**
 * Detects minutes of a backtest in which the engine is idle, and records the ticks and readings that are skipped in
 * them.
 */

import { DAY_MS, type Instant } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import { intervalStart } from '../domain/market/interval.ts'
import type { Fact } from '../engine/model/facts.ts'
import { beginTurn, type EngineState } from '../engine/state/turn.ts'
import { READ_TIME_EVERY_MS } from '../engine/trading/clock.ts'
import { computeEquity } from '../engine/trading/exposure.ts'
import { planReadBack } from '../engine/trading/order-watch.ts'
import { sampleEquity } from '../engine/trading/sample-equity.ts'
import { isUnsettled } from './next-check.ts'

/**
 * Returns whether nothing can happen before a minute closes: there is no position and no order, nothing waits for time
 * to pass, and no day starts with the minute.
 */
export const isIdle = (state: EngineState, openMs: Instant): boolean =>
  openMs % DAY_MS !== 0 && isFlat(state) && isAtRest(state) && !isSampleDue(state)

/** Returns whether the equity without a position must still be sampled: the first price of the next minute does it. */
export const isSampleDue = (state: EngineState): boolean =>
  state.session.equityTop !== null || state.ledger.equity.last?.equity !== computeEquity(state)

const isFlat = ({ ledger, session }: EngineState): boolean =>
  ledger.positions.size === 0 && ledger.working.size === 0 && session.watches.size === 0 && session.guards.size === 0

/**
 * Returns whether every response of the exchange would be unchanged: the account was read after the last booking, all
 * requests are answered, and only verified stops and targets are open.
 */
export const isAtRest = (state: EngineState): boolean =>
  LASTING.has(state.ledger.control.state) && isRead(state) && isWatched(state) && !isUnsettled(state)

/**
 * Makes the next engine tick read the account if it was last read before a booking, so that no later minute is played
 * only because the reading has become too old.
 */
export const readBookings = (state: EngineState, atMs: Instant): void => {
  if (!isRead(state)) readAccount(state, atMs)
}

/** Makes the next engine tick read the account. */
export const readAccount = ({ session: { reconciliation } }: EngineState, atMs: Instant): void => {
  reconciliation.dueAtMs = Math.min(reconciliation.dueAtMs, atMs)
}

const isRead = ({ session, ledger }: EngineState): boolean => {
  const { reconciliation, clock, owed } = session
  if (reconciliation.pending || clock.pending || owed.length > 0 || ledger.differences.size > 0) return false
  return (reconciliation.doneRequestedAtMs ?? 0) > reconciliation.bookedAtMs
}

/** Returns whether all open orders are awaiting their trigger and verified, and no other order is watched. */
const isWatched = ({ ledger, session: { watches } }: EngineState): boolean => {
  if (ledger.working.size !== watches.size) return false
  for (const orderId of ledger.working) {
    const watch = watches.get(orderId)
    if (!watch || watch.pending || ledger.orders.get(orderId)?.status !== 'UNTRIGGERED') return false
  }
  return true
}

/** States that the engine does not leave through the passage of time. */
const LASTING: ReadonlySet<EngineState['ledger']['control']['state']> = new Set(['RUNNING', 'PAUSED', 'HALTED'])

/** Returns whether a traded bar closes at an instant. */
export const closesBar = ({ rules }: EngineState, atMs: Instant): boolean =>
  rules.books.some(({ intervals }) => intervals.some((interval) => intervalStart(interval, atMs) === atMs))

/**
 * Records due readings of the account, its orders and the exchange clock as answered immediately. Allowed while the
 * engine is at rest, because the responses would be unchanged.
 */
export const repeatReadings = ({ session, rules }: EngineState, atMs: Instant): void => {
  const { reconciliation, clock, watches } = session
  if (reconciliation.dueAtMs <= atMs) {
    reconciliation.doneAtMs = atMs
    reconciliation.doneRequestedAtMs = atMs
    reconciliation.dueAtMs = atMs + rules.constitution.execution.reconcileEveryMs
  }
  if (clock.dueAtMs <= atMs) {
    clock.atMs = atMs
    clock.dueAtMs = atMs + READ_TIME_EVERY_MS
  }
  for (const watch of watches.values()) if (watch.nextAtMs <= atMs) planReadBack(watch, atMs)
  session.lastMessageAtMs = atMs
}

/** Records an equity sample like the tick at a minute's first price, if that price has no other effect. */
export const enterSample = (state: EngineState, equity: Money, atMs: Instant): readonly Fact[] => {
  const turn = beginTurn(state, atMs)
  sampleEquity(turn, equity)
  return turn.facts
}

/**
 * Makes the next engine tick read the breakers. A backtest has few ticks: with an interval between readings, the time of
 * a pause would depend on ticks without effect.
 */
export const requireCheck = ({ session: { breakers } }: EngineState): void => {
  breakers.readAtMs = Number.NEGATIVE_INFINITY
}
