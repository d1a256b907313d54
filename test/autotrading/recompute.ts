import type { Instant } from '../../server/core/instant.ts'
import { type Candle, closeTime } from '../../server/domain/market/candle.ts'
import type { Instrument } from '../../server/domain/market/instrument.ts'
import type { Interval } from '../../server/domain/market/interval.ts'
import { observe } from '../../server/domain/market/market.ts'
import { toBar } from '../../server/domain/signal/bar.ts'
import { createSeries, evaluateStrategies, type StrategyIdea, warmFromMs } from '../../server/domain/signal/series.ts'
import { type Signal, signalDigest } from '../../server/domain/signal/signal.ts'
import { createSignal } from '../../server/engine/autotrading/on-candles-closed.ts'
import { NO_CONTEXT } from '../../server/engine/autotrading/plug-ins.ts'
import type { CandleStore } from '../../server/engine/model/ports.ts'
import type { Rules, Turn } from '../../server/engine/state/turn.ts'
import type { SignalStore } from '../../server/views/ports.ts'
import { anEngineState } from '../support/engine-state.ts'

/** Stored facts, and the instant from which they are checked. */
export interface Recomputed {
  readonly candles: CandleStore
  readonly past: SignalStore
  readonly instruments: readonly Instrument[]
  readonly rules: Rules
  /** Closing time after which signals count; earlier bars only warm up the strategies. */
  readonly afterMs: Instant
  readonly toMs: Instant
}

/** Returns the identity and the content of a signal as one string. */
export const describeSignal = (signal: Signal): string =>
  `${signal.strategyId} ${signal.symbol} ${signal.interval} ${new Date(signal.barClosedAtMs).toISOString()} ${signal.signalId} ${signalDigest(signal)}`

/** Returns the signals computed from stored candles alone, sorted by their strings. */
export const recompute = (parts: Recomputed): string[] => {
  const turn = aTurn(parts)
  const intervals = new Set(parts.rules.books.flatMap((book) => book.intervals))
  return parts.instruments
    .flatMap((instrument) =>
      [...intervals].flatMap((interval) => recomputeSeries(turn, parts, { instrument, interval })),
    )
    .filter(({ barClosedAtMs }) => barClosedAtMs > parts.afterMs)
    .map(describeSignal)
    .toSorted()
}

const recomputeSeries = (
  turn: Turn,
  { candles, past, rules, afterMs, toMs }: Recomputed,
  { instrument, interval }: { readonly instrument: Instrument; readonly interval: Interval },
): Signal[] => {
  const series = createSeries(interval, rules.strategiesFor(interval))
  const { symbol } = instrument
  const range = { symbol, interval, fromMs: warmFromMs(interval, afterMs), toMs, limit: 1_000_000 }
  const contexts = past.findContexts(symbol, { ...range, toMs: toMs + 1 })
  const whole = candles.find(range, instrument).filter(({ missing }) => missing.length === 0)
  return whole.flatMap((candle) => {
    const context = contexts.get(closeTime(candle)) ?? NO_CONTEXT
    return evaluateStrategies(series, toBar(candle, instrument), context).flatMap(
      (evaluation) => asSignal(turn, candle, evaluation) ?? [],
    )
  })
}

const asSignal = (turn: Turn, candle: Candle, evaluation: StrategyIdea): Signal | null =>
  createSignal(turn, candle, evaluation, { origin: 'HISTORY' })

const aTurn = ({ rules, instruments }: Recomputed): Turn => {
  const state = anEngineState({ rules })
  for (const instrument of instruments) observe(state.market, { kind: 'instrument', instrument }, 0)
  return { ...state, atMs: 0, facts: [], effects: [], touched: new Set(), sweepDue: false, ended: new Set() }
}
