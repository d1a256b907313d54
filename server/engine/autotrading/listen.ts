import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type Candle, closeOf } from '../../domain/market/candle.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { barOf } from '../../domain/signal/bar.ts'
import { breakSeries, type Series, type Told, tellBar, warmFromMs } from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { Turn } from '../turn.ts'
import { NO_CONTEXT, observeContext } from './bar-context.ts'
import { considerEntries } from './consider.ts'
import { beginFollowing, endByStrategy, followMinute, loseSignals, tellOwed } from './follow.ts'
import { HISTORY_MS } from './history-kept.ts'
import { leaveByStrategy } from './leave.ts'
import { noteMinute, tellPlugIns } from './plug-ins.ts'
import { signalOf } from './raise-signal.ts'
import { seriesOf } from './signal-book.ts'

/**
 * Tells the strategies what has closed. What they say becomes signals, each of which is followed to its outcome; on those
 * of now entries are considered. What lies in the past is noted as such, and nothing is traded on it.
 */
export const listen = (turn: Turn, closed: readonly Candle[], origin: Signal['origin']): void => {
  tellOwed(turn)
  const raised: Signal[] = []
  for (const candle of closed) {
    const entry = turn.market.instruments.get(candle.symbol)
    if (!entry) continue
    if (candle.interval === '1m') followMinute(turn, candle, entry.instrument)
    noteMinute(turn, candle)
    for (const told of hear(turn, candle, entry, origin)) {
      const signal = takeIdea(turn, candle, told, origin)
      if (signal) raised.push(signal)
    }
  }
  if (origin === 'LIVE' && raised.length > 0) considerEntries(turn, raised)
}

/**
 * A candle that was not wholly observed is no bar. Either it is mended before the next one closes, or that does not follow on
 * and the series begins anew with it.
 */
const hear = (turn: Turn, candle: Candle, entry: InstrumentMarket, origin: Signal['origin']): readonly Told[] => {
  const series = seriesOf(turn.signals, turn.rules, candle)
  if (!series || (origin === 'HISTORY' && isTooOld(turn, candle))) return []
  const context = origin === 'LIVE' ? observeContext(turn, entry, closeOf(candle)) : NO_CONTEXT
  const isKept = origin === 'LIVE' || turn.atMs - candle.openMs <= HISTORY_MS
  tellPlugIns(turn, candle, { context, origin: isKept ? origin : null })
  if (candle.missing.length > 0) {
    if (candle.openMs === series.lastOpenMs) takeBack(turn, series, candle)
    return []
  }
  const told = tellBar(series, barOf(candle, entry.instrument), context)
  if (!isKept) return []
  return origin === 'HISTORY' || AUTHORITY[turn.ledger.control.state].signals !== 'NONE' ? told : []
}

/** It was told as whole, and a trade has come since: what was said of it holds no more. */
const takeBack = (turn: Turn, series: Series, candle: Candle): void => {
  breakSeries(series)
  loseSignals(turn, candle)
}

/** Nothing that is said of what is kept depends on it. */
const isTooOld = ({ atMs }: Turn, { interval, openMs }: Candle): boolean =>
  openMs < warmFromMs(interval, atMs - HISTORY_MS)

/** Makes of an idea what follows from it: a signal that is followed, or the end of those before it. */
export const takeIdea = (turn: Turn, candle: Candle, told: Told, origin: Signal['origin']): Signal | null => {
  const { definition, idea } = told
  if (idea.kind === 'EXIT') {
    const left = { strategyId: definition.id, direction: idea.direction }
    endByStrategy(turn, candle, left)
    leaveByStrategy(turn, candle, left)
    return null
  }
  const signal = signalOf(turn, candle, { ...told, idea }, origin)
  const instrument = turn.market.instruments.get(candle.symbol)?.instrument
  if (!signal || !instrument) return null
  turn.facts.push({ kind: 'signalRaised', signal, atMs: turn.atMs })
  beginFollowing(turn.signals, signal, instrument)
  return signal
}
