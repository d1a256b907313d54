/** Restores the state of the strategies and their signals after a restart. */

import type { Instant } from '../../core/instant.ts'
import { closeTime } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import { toBar } from '../../domain/signal/bar.ts'
import { loseWalk, walkBar } from '../../domain/signal/outcome/walk.ts'
import { evaluateStrategies, PERIOD_BARS, warmFromMs } from '../../domain/signal/series.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { CandleStore, SignalHistory } from '../model/ports.ts'
import { type DeferredBars, deferBars, followedIn, getSeries, type SignalIndex } from '../state/signal-index.ts'
import type { EngineState } from '../state/turn.ts'
import { beginFollowing } from './follow.ts'
import { NO_CONTEXT } from './plug-ins.ts'
import { watchPromise } from './quarantine.ts'
import { noteOutcome } from './track-records.ts'

/** Restores the open signals; outcomes reached in the meantime are published with the next candle. */
export const restoreSignals = (
  state: EngineState,
  { candles, past, nowMs }: Stored & { readonly past: SignalHistory },
): void => {
  const open = Map.groupBy(past.findUnresolved(), ({ symbol }) => symbol)
  for (const [symbol, signals] of open) {
    const instrument = state.market.instruments.get(symbol)?.instrument
    if (instrument) followOn(state, signals, { candles, instrument, nowMs })
  }
}

/**
 * Restores the track records of signals, the forecast monitors of the strategies, and pending strategy exits, after a
 * restart.
 */
export const restoreRecords = ({ signals, ledger, rules }: EngineState, past: SignalHistory): void => {
  const open = [...ledger.positions.values()]
  const ledBy = new Map(open.flatMap(({ cause, positionId }) => (cause ? [[cause.signalId, positionId]] : [])))
  for (const { signal, outcome } of past.findResolved(OUTCOMES_MAX)) {
    if (outcome?.kind !== 'RESOLVED') continue
    noteOutcome(signals, signal, outcome)
    if (outcome.barrier === 'EXIT' && ledBy.has(signal.signalId)) signals.leaving.add(ledBy.get(signal.signalId) ?? '')
    const rearmedAtMs = ledger.rearmedAtMs.get(signal.strategyId) ?? 0
    if (signal.origin === 'LIVE' && signal.raisedAtMs > rearmedAtMs) watchPromise(signals, rules, signal, outcome)
  }
}

/** More outcomes than any calibration uses. */
const OUTCOMES_MAX = 20_000

interface Stored {
  readonly candles: CandleStore
  readonly nowMs: Instant
}

/** Replays the stored bars to the strategies, or defers it; their ideas for these bars are already recorded. */
export const restoreSeries = (
  { signals, rules }: EngineState,
  { candles, past, instrument, nowMs }: Stored & { readonly past: SignalHistory; readonly instrument: Instrument },
): void => {
  const { symbol } = instrument
  for (const interval of new Set(rules.books.flatMap(({ intervals }) => intervals))) {
    const series = getSeries(signals, rules, { symbol, interval })
    if (!series) continue
    const range = { symbol, interval, fromMs: warmFromMs(interval, nowMs), toMs: nowMs, limit: 2 * PERIOD_BARS }
    const contexts = past.findContexts(symbol, range)
    for (const candle of candles.find(range, instrument)) {
      if (candle.missing.length > 0) continue
      const context = contexts.get(closeTime(candle)) ?? NO_CONTEXT
      replay(signals, { kind: 'replayed', series, bar: toBar(candle, instrument), context })
    }
  }
}

const replay = (signals: SignalIndex, replayed: Extract<DeferredBars, { kind: 'replayed' }>): void => {
  if (signals.backlog) deferBars(signals, signals.backlog, replayed)
  else evaluateStrategies(replayed.series, replayed.bar, replayed.context)
}

const followOn = (
  { signals: book }: EngineState,
  signals: readonly Signal[],
  { candles, instrument, nowMs }: Stored & { readonly instrument: Instrument },
): void => {
  const fromMs = Math.min(...signals.map(({ barClosedAtMs }) => barClosedAtMs))
  const range = { symbol: instrument.symbol, interval: '1m', fromMs, toMs: nowMs } as const
  const minutes = candles.find({ ...range, limit: Math.ceil((nowMs - fromMs) / intervalLength('1m')) }, instrument)
  for (const signal of signals) {
    const { walk } = beginFollowing(book, signal, instrument)
    for (const candle of minutes) {
      if (candle.openMs < walk.nextOpenMs) continue
      const outcome = candle.missing.length > 0 ? loseWalk(walk, 'DATA_GAP') : walkBar(walk, toBar(candle, instrument))
      if (!outcome) continue
      book.owed.push({ signal, outcome })
      followedIn(book, signal.symbol).delete(signal.signalId)
      break
    }
  }
}
