import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { toBar } from '../../domain/signal/bar.ts'
import {
  breakSeries,
  evaluateStrategies,
  type Series,
  type StrategyIdea,
  warmFromMs,
} from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { getSeries } from '../state/signal-index.ts'
import type { Turn } from '../state/turn.ts'
import { NO_CONTEXT, observeContext } from './bar-context.ts'
import { considerEntries } from './evaluate-entry.ts'
import { beginFollowing, endByStrategy, followMinute, loseSignals, resolveOwed } from './follow.ts'
import { leaveByStrategy } from './leave.ts'
import { HISTORY_MS, noteMinute, publishToPlugIns } from './plug-ins.ts'
import { createSignal } from './raise-signal.ts'

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

/**
 * A candle that was not wholly observed is no bar. Either it is mended before the next one closes, or that does not follow on
 * and the series begins anew with it.
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

/** Invalidates a bar that was evaluated as complete before a late trade arrived: its ideas no longer hold. */
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
