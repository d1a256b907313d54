/**
 * Detects minutes of a backtest in which the engine has nothing to do, and enters the checks and readings that are
 * skipped in them.
 */

import { DAY_MS, type Instant } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import { intervalStart } from '../domain/market/interval.ts'
import { READ_BREAKERS_EVERY_MS } from '../engine/control/keep-state.ts'
import type { Fact } from '../engine/model/facts.ts'
import { beginTurn, type EngineState } from '../engine/state/turn.ts'
import { READ_TIME_EVERY_MS } from '../engine/trading/clock.ts'
import { computeEquity } from '../engine/trading/exposure.ts'
import { planReadBack } from '../engine/trading/order-watch.ts'
import { sampleEquity } from '../engine/trading/sample-equity.ts'
import { isUnsettled } from './next-check.ts'

/**
 * Returns whether nothing can happen before a minute closes: there is no position and no order, nothing waits for time,
 * and no day begins with the minute.
 */
export const isIdle = (state: EngineState, openMs: Instant): boolean =>
  openMs % DAY_MS !== 0 && isFlat(state) && isAtRest(state) && state.ledger.equity.last?.equity === computeEquity(state)

const isFlat = ({ ledger, session }: EngineState): boolean =>
  ledger.positions.size === 0 && ledger.working.size === 0 && session.watches.size === 0 && session.guards.size === 0

/**
 * Returns whether the exchange would answer every question as it did before: the account was read after the last
 * booking, everything requested is answered, and only verified stops and targets are open.
 */
export const isAtRest = (state: EngineState): boolean =>
  LASTING.has(state.ledger.control.state) && isRead(state) && isWatched(state) && !isUnsettled(state)

const isRead = ({ session, ledger }: EngineState): boolean => {
  const { reconciliation, clock, owed } = session
  if (reconciliation.pending || clock.pending || owed.length > 0 || ledger.differences.size > 0) return false
  return (reconciliation.doneRequestedAtMs ?? 0) > reconciliation.bookedAtMs
}

/** Returns whether all open orders wait for their trigger, and are read back; nothing else is. */
const isWatched = ({ ledger, session: { watches } }: EngineState): boolean => {
  if (ledger.working.size !== watches.size) return false
  for (const orderId of ledger.working) {
    const watch = watches.get(orderId)
    if (!watch || watch.pending || ledger.orders.get(orderId)?.status !== 'UNTRIGGERED') return false
  }
  return true
}

/** States that the engine does not leave because time passes. */
const LASTING: ReadonlySet<EngineState['ledger']['control']['state']> = new Set(['RUNNING', 'PAUSED', 'HALTED'])

/** Returns whether a traded bar closes at an instant. */
export const closesBar = ({ rules }: EngineState, atMs: Instant): boolean =>
  rules.books.some(({ intervals }) => intervals.some((interval) => intervalStart(interval, atMs) === atMs))

/**
 * Enters the readings of the account, of its orders and of the exchange's clock that are due as answered at once.
 * Allowed while the engine is at rest, as the answers would be the same.
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

/**
 * Enters the sample of an equity as the check of a minute's first price would, where nothing else follows from that
 * price.
 */
export const enterSample = (state: EngineState, equity: Money, atMs: Instant): readonly Fact[] => {
  const turn = beginTurn(state, atMs)
  sampleEquity(turn, equity)
  return turn.facts
}

/**
 * Enters the reading of the breakers at a check of the engine that is left out because it finds nothing: the next
 * reading is due an interval later, as if the check had been made.
 */
export const skipCheck = ({ session: { breakers } }: EngineState, atMs: Instant): void => {
  if (atMs - breakers.readAtMs >= READ_BREAKERS_EVERY_MS) breakers.readAtMs = atMs
}
