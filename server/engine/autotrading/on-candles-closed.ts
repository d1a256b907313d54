/** Evaluates the strategies when candles close, and catches up on past candles. */

import { assert } from '../../core/assert.ts'
import type { Instant } from '../../core/instant.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Candle, type CandleClose, closeTime } from '../../domain/market/candle.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import { getTouch } from '../../domain/market/market.ts'
import { toBar, toPriceNumber, toTicks } from '../../domain/signal/bar.ts'
import {
  breakSeries,
  catchUp,
  evaluateStrategies,
  isCaughtUp,
  type Series,
  type StrategyIdea,
  warmFromMs,
} from '../../domain/signal/series.ts'
import { createSignalId, type Signal, type SignalPlan } from '../../domain/signal/signal.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'
import { type DeferredBars, deferBars, getSeries, takeDeferred } from '../state/signal-index.ts'
import { mint, type Turn } from '../state/turn.ts'
import { considerEntries } from './evaluate-entry.ts'
import { exitByStrategy } from './exits.ts'
import { beginFollowing, endByStrategy, followMinute, loseSignals, resolveOwed } from './follow.ts'
import { endHistory, HISTORY_MS, NO_CONTEXT, noteMinute, observeContext, publishToPlugIns } from './plug-ins.ts'
import { confidenceIn, priorConfidence } from './track-records.ts'

/**
 * Records and evaluates candles. If past candles are deferred, they are processed when there is time, and later candles
 * after them. A candle is recorded when it is evaluated, so that the stored candles also mark the progress of
 * evaluation: a restart requests the history from that point.
 */
export const close = (turn: Turn, event: Omit<Closed, 'spread'>): void => {
  const { backlog } = turn.signals
  const closed = { ...event, spread: spreadIn(turn, event.candles[0]) }
  const waits = event.origin === 'HISTORY' || (backlog?.size ?? 0) > 0
  if (backlog && waits) deferBars(turn.signals, backlog, closed)
  else closeNow(turn, closed)
}

/** Closed candles of one market event. */
type Closed = Extract<DeferredBars, { kind: 'closed' }>

/** Number of deferred items processed per step: small enough not to delay the next event. */
const WORKED_OFF_AT_ONCE = 8

/** Performs part of the deferred work, in order. */
export const processBacklog = (turn: Turn): void => {
  for (const bars of takeDeferred(turn.signals, WORKED_OFF_AT_ONCE)) {
    if (bars.kind === 'closed') closeNow(turn, bars)
    else evaluateStrategies(bars.series, bars.bar, bars.context)
  }
}

const closeNow = (turn: Turn, { candles, origin, liveSymbol, atMs, spread }: Closed): void => {
  for (const candle of candles) {
    const entry = turn.market.instruments.get(candle.symbol)
    assert(entry, `a candle of ${candle.symbol} closed before the symbol was listed`)
    if (turn.signals.isRecorded) turn.facts.push({ kind: 'candleClosed', candle, instrument: entry.instrument })
  }
  if (liveSymbol !== null) endHistory(turn, liveSymbol)
  if (candles.length > 0) listen(turn, candles, { origin, closedAtMs: atMs, spread })
}

interface Closing {
  readonly origin: Signal['origin']
  /** Time at which the candles closed on our clock. */
  readonly closedAtMs: Instant
  /** Spread at that time, in ticks. */
  readonly spread: number
}

/**
 * Evaluates the strategies on the closed candles. Their ideas become signals, each of which is followed to its outcome;
 * current signals are considered for entries. Signals from the past are recorded as such and never traded.
 */
const listen = (turn: Turn, closed: readonly Candle[], closing: Closing): void => {
  const { origin } = closing
  resolveOwed(turn)
  const raised: Signal[] = []
  for (const candle of closed) {
    const entry = turn.market.instruments.get(candle.symbol)
    if (!entry) continue
    if (candle.interval === '1m') followMinute(turn, candle, entry.instrument)
    noteMinute(turn, candle)
    for (const strategyIdea of evaluateBar(turn, candle, entry, closing)) {
      const signal = handleIdea(turn, candle, strategyIdea, closing)
      if (signal) raised.push(signal)
    }
  }
  if (origin === 'LIVE' && raised.length > 0) considerEntries(turn, raised)
}

/** Maximum number of series that catch up per step, because the next event waits for them. */
const CAUGHT_UP_MAX = 10

/** Performs the deferred work of closed candles for a few series. */
export const catchUpSeries = ({ signals }: Turn): void => {
  let count = 0
  for (const series of signals.series.values()) {
    if (isCaughtUp(series)) continue
    catchUp(series)
    if (++count === CAUGHT_UP_MAX) return
  }
}

/**
 * Evaluates a completely observed candle as a bar. An incomplete candle is either repaired before the next one closes,
 * or it restarts the series.
 */
const evaluateBar = (
  turn: Turn,
  candle: Candle,
  entry: InstrumentMarket,
  { origin, closedAtMs }: Closing,
): readonly StrategyIdea[] => {
  const series = getSeries(turn.signals, turn.rules, candle)
  if (!series || (origin === 'HISTORY' && isTooOld(candle, closedAtMs))) return []
  const context = origin === 'LIVE' ? observeContext(turn, entry, closeTime(candle)) : NO_CONTEXT
  const isRetained = origin === 'LIVE' || closedAtMs - candle.openMs <= HISTORY_MS
  publishToPlugIns(turn, candle, { context, origin: isRetained ? origin : null })
  if (candle.missing.length > 0) {
    if (candle.openMs === series.lastOpenMs) invalidateBar(turn, series, candle)
    return []
  }
  const ideas = evaluateStrategies(series, toBar(candle, entry.instrument), context)
  if (!isRetained) return []
  return origin === 'HISTORY' || AUTHORITY[turn.ledger.control.state].signals !== 'NONE' ? ideas : []
}

/** Withdraws the ideas of a bar that was evaluated as complete before a late trade arrived. */
const invalidateBar = (turn: Turn, series: Series, candle: Candle): void => {
  breakSeries(series)
  loseSignals(turn, candle)
}

/** Returns whether a candle is too old for any stored idea to depend on it. */
const isTooOld = ({ interval, openMs }: Candle, atMs: Instant): boolean =>
  openMs < warmFromMs(interval, atMs - HISTORY_MS)

/** Origin of a signal, and how its figures are determined. */
interface RaisedFrom extends Pick<Signal, 'origin'> {
  /** Spread in ticks when the bar closed; the current spread if omitted. */
  readonly spread?: number
  /** False to omit the calibration and the outcome of a signal that no decision depends on. */
  readonly isTracked?: boolean
}

/** Handles an idea: raises a signal and follows it, or ends earlier signals. */
export const handleIdea = (
  turn: Turn,
  candle: CandleClose,
  strategyIdea: StrategyIdea,
  from: RaisedFrom,
): Signal | null => {
  const { definition, idea } = strategyIdea
  if (idea.kind === 'EXIT') {
    const left = { strategyId: definition.id, direction: idea.direction }
    endByStrategy(turn, candle, left)
    exitByStrategy(turn, candle, left)
    return null
  }
  const signal = createSignal(turn, candle, strategyIdea, from)
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!signal || !instrument) return null
  turn.facts.push({ kind: 'signalRaised', signal, atMs: turn.atMs })
  if (from.isTracked ?? true) beginFollowing(turn.signals, signal, instrument)
  return signal
}

type Entry = Extract<Idea, { kind: 'ENTER' }>

/** Creates the signal of an entry; null for an exit, and when stop or target is less than a tick from the close. */
export const createSignal = (
  turn: Turn,
  candle: CandleClose,
  strategyIdea: StrategyIdea,
  { origin, spread = spreadIn(turn, candle), isTracked = true }: RaisedFrom,
): Signal | null => {
  const { definition, idea, regime, patternIds } = strategyIdea
  const entry = turn.market.instruments.get(candle.symbol)
  if (!entry || idea.kind === 'EXIT') return null
  const plan = createPlan(entry, candle, definition, idea)
  if (!plan) return null
  const { symbol, interval, openMs, close } = candle
  const barClosedAtMs = closeTime(candle)
  const key = {
    symbol,
    interval,
    strategyId: definition.id,
    definitionDigest: definitionDigest(definition),
    barOpenMs: openMs,
    barClosedAtMs,
  }
  const { validBars } = turn.rules.constitution.autotrading
  // No decision depends on the confidence of a past signal.
  const isCalibrated = isTracked && (origin === 'LIVE' || turn.signals.isRecorded)
  return {
    ...key,
    signalId: turn.signals.isRecorded ? createSignalId(key) : mint(turn, 'sig'),
    family: definition.family,
    definitionVersion: definition.version,
    direction: idea.direction,
    validUntilMs: barClosedAtMs + validBars * intervalLength(interval),
    origin,
    score: idea.score,
    confidence: isCalibrated
      ? confidenceIn(turn.signals, {
          ...key,
          origin,
          regime,
          score: idea.score,
          plan,
          atMs: barClosedAtMs,
        })
      : priorConfidence(plan),
    reference: close,
    plan,
    regime,
    patternIds,
    features: idea.features,
    costReturn: estimateCostReturn(turn, entry, { close, spread }),
    raisedAtMs: turn.atMs,
  }
}

const createPlan = (
  { instrument }: InstrumentMarket,
  candle: CandleClose,
  { horizonBars }: StrategyDefinition,
  { direction, stopLoss, takeProfit }: Entry,
): SignalPlan | null => {
  const isLong = direction === 'LONG'
  const stop = toTicks(instrument, stopLoss, isLong ? 'UP' : 'DOWN')
  const target = toTicks(instrument, takeProfit, isLong ? 'DOWN' : 'UP')
  const sign = isLong ? 1 : -1
  const [toStop, toTarget] = [(candle.close - stop) * sign, (target - candle.close) * sign]
  if (toStop <= 0 || toTarget <= 0 || stop <= 0 || target <= 0) return null
  return {
    stopLoss: stop,
    takeProfit: target,
    horizonBars,
    horizonEndMs: closeTime(candle) + horizonBars * intervalLength(candle.interval),
    rewardRisk: toTarget / toStop,
  }
}

/** Returns the spread in ticks; one tick when it is unknown. */
const spreadIn = ({ market }: Turn, candle: CandleClose | undefined): number => {
  const entry = candle && market.instruments.get(candle.symbol)
  const { bid, ask } = entry ? getTouch(entry) : {}
  return bid && ask ? ask.price - bid.price : 1
}

/** Estimates the cost of a round trip: fees for entry and exit, and one spread. */
const estimateCostReturn = (
  { rules }: Turn,
  { instrument }: InstrumentMarket,
  { close, spread }: { readonly close: Candle['close']; readonly spread: number },
): number => {
  const price = toPriceNumber(instrument, close)
  return 2 * Number(rules.constitution.execution.takerFeeRate) + toPriceNumber(instrument, ticks(spread)) / price
}
