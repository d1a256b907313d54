/**
 * Detects points and minutes of a backtest whose prices change only the equity, so that the engine need not process
 * them.
 */

import { DAY_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import { findPeak } from '../domain/account/equity-track.ts'
import { type Money, valueAt } from '../domain/account/money.ts'
import { readLossBreakers } from '../domain/control/breakers.ts'
import { maintenanceMargin } from '../domain/margin/brackets.ts'
import { unrealizedPnl } from '../domain/margin/liquidation.ts'
import { ticks } from '../domain/market/instrument.ts'
import { type Position, signedQuantity } from '../domain/position/position.ts'
import { isStopTooFar } from '../domain/risk/stop-distance.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { positionStake } from '../engine/trading/at-risk.ts'
import { readDay } from '../engine/trading/risk-view.ts'
import { isAtRest } from './idle.ts'
import { POINT_OFFSETS_MS, triggersBetween } from './intrabar-path.ts'
import { markAtPoint, type SymbolFeed } from './symbol-feed.ts'

/**
 * Returns the equity at a price within a minute if that price results only in an equity sample, otherwise null: the
 * engine is idle, no trigger, time limit or breaker is reached, liquidation is far away, and the equity is not a new
 * peak.
 */
export const findSampleEquity = (state: EngineState, feeds: readonly SymbolFeed[], at: PointInTime): Money | null => {
  if (!isQuiet(state, at.atMs) || !isAtRest(state) || !areStopsNear(state, feeds)) return null
  return findEquity(state, feeds, at.point)
}

/**
 * Returns the equity at each point of a minute if its prices result only in equity samples, like `findSampleEquity`,
 * otherwise null.
 */
export const findSampleEquities = (
  state: EngineState,
  feeds: readonly SymbolFeed[],
  openMs: Instant,
): readonly Money[] | null => {
  // The first sample of the minute records a pending peak, from which the drawdown of its other prices is measured.
  if (state.session.equityTop !== null) return null
  if (!isQuiet(state, openMs + MINUTE_MS - 1) || !isAtRest(state) || !areStopsNear(state, feeds)) return null
  const equities: Money[] = []
  for (let point = 0; point < POINT_OFFSETS_MS.length; point++) {
    const equity = findEquity(state, feeds, point)
    if (equity === null) return null
    equities.push(equity)
  }
  return equities
}

/**
 * Returns the equity at a point if no trigger and no breaker is reached, liquidation is far away, and it is not a new
 * peak.
 */
const findEquity = (state: EngineState, feeds: readonly SymbolFeed[], point: number): Money | null => {
  if (feeds.some((feed) => isTriggerReached(state, feed, point))) return null
  const account = valueAccount(state, feeds, point)
  if (!account || account.equity < account.maintenance * LIQUIDATION_FAR) return null
  return isEquityCalm(state, account.equity) ? account.equity : null
}

export interface PointInTime {
  /** Index of the point: open, extremes or close of the minute, from 0. */
  readonly point: number
  readonly atMs: Instant
}

/** Equity as a multiple of the maintenance margin above which liquidation is impossible, regardless of rounding. */
const LIQUIDATION_FAR = 2n

/** Returns whether the engine has sampled the equity of the minute. */
export const isSampled = ({ session }: EngineState, atMs: Instant): boolean =>
  session.sampledMinute === Math.floor(atMs / MINUTE_MS)

/** Returns whether no new day starts, no recent order has failed, and no position is about to be exited. */
const isQuiet = (state: EngineState, atMs: Instant): boolean => {
  const { ledger, session, signals } = state
  if (atMs - ledger.equity.dayStartAtMs >= DAY_MS || isHorizonOver(state, atMs)) return false
  if (session.attempts.some(({ failed }) => failed)) return false
  for (const { positionId } of ledger.positions.values()) if (signals.leaving.has(positionId)) return false
  return true
}

/** Returns whether an equity is not a new peak and trips no breaker. */
const isEquityCalm = (state: EngineState, equity: Money): boolean => {
  const { ledger, session, rules } = state
  if (equity > findPeak(ledger.equity, session.equityTop).equity) return false
  return !readLossBreakers(readDay(state, equity), rules.constitution.limits).some(({ red }) => red)
}

/** Returns whether a position has reached its time limit. */
export const isHorizonOver = ({ ledger }: EngineState, atMs: Instant): boolean => {
  for (const { cause } of ledger.positions.values()) if (cause && cause.horizonEndMs <= atMs) return true
  return false
}

/**
 * Returns the triggers that the mark price passes on its way to a point of the minute, in the order in which they are
 * reached.
 */
export const listTriggersPassed = (state: EngineState, feed: SymbolFeed, point: number): readonly number[] =>
  point === 0 ? [] : listTriggersTo(state, feed, point, markAtPoint(feed, point - 1))

/** Returns whether a point is beyond a trigger; the open may be, with no price in between. */
const isTriggerReached = (state: EngineState, feed: SymbolFeed, point: number): boolean =>
  point === 0
    ? listTriggersTo(state, feed, point, feed.lastMark).length > 0
    : listTriggersPassed(state, feed, point).length > 0

const listTriggersTo = (state: EngineState, feed: SymbolFeed, point: number, from: number): readonly number[] =>
  listTriggersBetween(state, feed, from, markAtPoint(feed, point))

/** Returns the triggers between two mark prices, in the order in which they are reached. */
export const listTriggersBetween = (
  { ledger }: EngineState,
  feed: SymbolFeed,
  from: number,
  to: number,
): readonly number[] => {
  const triggers = workingOrders(ledger).flatMap(({ terms }) =>
    terms.symbol === feed.symbol && terms.trigger ? [terms.trigger.price] : [],
  )
  return triggersBetween(triggers, from, to)
}

/** Returns whether every stop is close enough to the entry price to protect, whatever the mark price. */
const areStopsNear = ({ ledger, rules }: EngineState, feeds: readonly SymbolFeed[]): boolean => {
  for (const position of ledger.positions.values()) {
    const instrument = findFeed(feeds, position)?.instrument
    if (!instrument || isStopTooFar(rules.constitution, instrument, positionStake(position), null)) return false
  }
  return true
}

const findFeed = (feeds: readonly SymbolFeed[], { symbol }: Position): SymbolFeed | undefined =>
  feeds.find((feed) => feed.symbol === symbol)

/** Values the account at a point of the minute; undefined when a position has no prices. */
const valueAccount = (
  { ledger, rules }: EngineState,
  feeds: readonly SymbolFeed[],
  point: number,
): { readonly equity: Money; readonly maintenance: Money } | undefined => {
  let [equity, maintenance] = [ledger.account.walletBalance, 0n]
  for (const position of ledger.positions.values()) {
    const feed = findFeed(feeds, position)
    if (!feed) return undefined
    const { instrument } = feed
    const mark = ticks(markAtPoint(feed, point))
    equity += unrealizedPnl(instrument, signedQuantity(position), position.cost, mark)
    maintenance += maintenanceMargin(rules.brackets(feed.symbol), valueAt(instrument, mark, position.quantity))
  }
  return { equity, maintenance }
}
