import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import { getTouch } from '../../domain/market/market.ts'
import { toBar, toPriceNumber, toTicks } from '../../domain/signal/bar.ts'
import type { Gauge } from '../../domain/signal/gauge.ts'
import { classifyRegime, type Regime } from '../../domain/signal/regime.ts'
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
import { getSeries } from '../state/signal-index.ts'
import type { Turn } from '../state/turn.ts'
import { considerEntries } from './evaluate-entry.ts'
import { beginFollowing, endByStrategy, followMinute, loseSignals, resolveOwed } from './follow.ts'
import { leaveByStrategy } from './leave.ts'
import { HISTORY_MS, NO_CONTEXT, noteMinute, observeContext, publishToPlugIns } from './plug-ins.ts'
import { confidenceIn } from './track-records.ts'

/**
 * Evaluates the strategies on the closed candles. Their ideas become signals, each of which is followed to its outcome;
 * current signals are considered for entries. Signals from the past are recorded as such and never traded.
 */
export const listen = (turn: Turn, closed: readonly Candle[], origin: Signal['origin']): void => {
  resolveOwed(turn)
  const raised: Signal[] = []
  for (const candle of closed) {
    const entry = turn.market.instruments.get(candle.symbol)
    if (!entry) continue
    if (candle.interval === '1m') followMinute(turn, candle, entry.instrument)
    noteMinute(turn, candle)
    for (const strategyIdea of evaluateBar(turn, candle, entry, origin)) {
      const signal = takeIdea(turn, candle, strategyIdea, origin)
      if (signal) raised.push(signal)
    }
  }
  if (origin === 'LIVE' && raised.length > 0) considerEntries(turn, raised)
}

/** Maximum number of series that catch up at a time, as the next event waits for them. */
const CAUGHT_UP_MAX = 10

/** Does what the closing candles put off, for a few series. */
export const catchUpSeries = ({ signals }: Turn): void => {
  let count = 0
  for (const series of signals.series.values()) {
    if (isCaughtUp(series)) continue
    catchUp(series)
    if (++count === CAUGHT_UP_MAX) return
  }
}

/**
 * Evaluates a completely observed candle as a bar. An incomplete one is either repaired before the next candle closes,
 * or restarts the series.
 */
const evaluateBar = (
  turn: Turn,
  candle: Candle,
  entry: InstrumentMarket,
  origin: Signal['origin'],
): readonly StrategyIdea[] => {
  const series = getSeries(turn.signals, turn.rules, candle)
  if (!series || (origin === 'HISTORY' && isTooOld(turn, candle))) return []
  const context = origin === 'LIVE' ? observeContext(turn, entry, closeTime(candle)) : NO_CONTEXT
  const isRetained = origin === 'LIVE' || turn.atMs - candle.openMs <= HISTORY_MS
  publishToPlugIns(turn, candle, { context, origin: isRetained ? origin : null })
  if (candle.missing.length > 0) {
    if (candle.openMs === series.lastOpenMs) takeBack(turn, series, candle)
    return []
  }
  const ideas = evaluateStrategies(series, toBar(candle, entry.instrument), context)
  if (!isRetained) return []
  return origin === 'HISTORY' || AUTHORITY[turn.ledger.control.state].signals !== 'NONE' ? ideas : []
}

/** Withdraws the ideas of a bar that was evaluated as complete before a late trade arrived. */
const takeBack = (turn: Turn, series: Series, candle: Candle): void => {
  breakSeries(series)
  loseSignals(turn, candle)
}

/** Returns whether a candle is too old for any stored idea to depend on it. */
const isTooOld = ({ atMs }: Turn, { interval, openMs }: Candle): boolean =>
  openMs < warmFromMs(interval, atMs - HISTORY_MS)

/** Turns an idea into its consequence: a signal that is followed, or the end of earlier signals. */
export const takeIdea = (
  turn: Turn,
  candle: Candle,
  strategyIdea: StrategyIdea,
  origin: Signal['origin'],
): Signal | null => {
  const { definition, idea } = strategyIdea
  if (idea.kind === 'EXIT') {
    const left = { strategyId: definition.id, direction: idea.direction }
    endByStrategy(turn, candle, left)
    leaveByStrategy(turn, candle, left)
    return null
  }
  const signal = createSignal(turn, candle, { ...strategyIdea, idea }, origin)
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!signal || !instrument) return null
  turn.facts.push({ kind: 'signalRaised', signal, atMs: turn.atMs })
  beginFollowing(turn.signals, signal, instrument)
  return signal
}

type Entry = Extract<Idea, { kind: 'ENTER' }>

/** Creates the signal of an idea; undefined when stop or target is less than a tick from the close. */
export const createSignal = (
  turn: Turn,
  candle: Candle,
  { definition, idea, gauge, patternIds }: StrategyIdea & { readonly idea: Entry },
  origin: Signal['origin'],
): Signal | null => {
  const entry = turn.market.instruments.get(candle.symbol)
  const plan = entry && createPlan(entry, candle, definition, idea)
  if (!plan) return null
  const { symbol, interval, openMs, close } = candle
  const barClosedAtMs = closeTime(candle)
  const regime = regimeIn(gauge)
  const key = {
    symbol,
    interval,
    strategyId: definition.id,
    definitionDigest: definitionDigest(definition),
    barOpenMs: openMs,
    barClosedAtMs,
  }
  const { validBars } = turn.rules.constitution.autotrading
  return {
    ...key,
    signalId: createSignalId(key),
    family: definition.family,
    definitionVersion: definition.version,
    direction: idea.direction,
    validUntilMs: barClosedAtMs + validBars * intervalLength(interval),
    origin,
    score: idea.score,
    confidence: confidenceIn(turn.signals, { ...key, origin, regime, score: idea.score, plan, atMs: barClosedAtMs }),
    reference: close,
    plan,
    regime,
    patternIds,
    features: idea.features,
    costReturn: estimateCostReturn(turn, entry, close),
    raisedAtMs: turn.atMs,
  }
}

const regimeIn = ({ adx, volatilityPercentile, slope }: Gauge): Regime =>
  classifyRegime({ adx: known(adx), rvPercentile: known(volatilityPercentile), slope: known(slope) })

const known = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

const createPlan = (
  { instrument }: InstrumentMarket,
  candle: Candle,
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

/** Fees in and out, and the spread once; where no spread is known, a tick. */
const estimateCostReturn = ({ rules }: Turn, entry: InstrumentMarket, close: Candle['close']): number => {
  const { bid, ask } = getTouch(entry)
  const spread = bid && ask ? ask.price - bid.price : 1
  const price = toPriceNumber(entry.instrument, close)
  const tick = toPriceNumber(entry.instrument, spread as Candle['close'])
  return 2 * Number(rules.constitution.execution.takerFeeRate) + tick / price
}
