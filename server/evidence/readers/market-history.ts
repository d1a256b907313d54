import { setImmediate } from 'node:timers/promises'
import { printDecimal } from '../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import { intervalStart } from '../../domain/market/interval.ts'
import { rankInSeries } from '../../domain/microstructure/hourly-series.ts'
import { countGaps, enterMinute, parkinsonPct, realisedPct } from '../../domain/microstructure/minutes.ts'
import { toBar } from '../../domain/signal/bar.ts'
import { beginGauge } from '../../domain/signal/gauge.ts'
import type { CandleStore } from '../../engine/model/ports.ts'
import type { HistoryTruth } from '../../monitor/inputs/market.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader, Reading } from '../reader.ts'
import { type CandlesRead, createCandlesRead, type MarketMemory, type Trend } from '../records/market-memory.ts'

/** Sources of the candles. */
interface HistorySources extends Pick<TruthSources, 'state' | 'marketMemory'> {
  readonly store: { readonly candles: CandleStore }
}

const RETENTION_MS = 30 * DAY_MS
/** Period read at a time, so that nothing is blocked. */
const SLICE_MS = 6 * HOUR_MS
/** A minute may be mended for so long. */
const MENDED_MS = 10 * MINUTE_MS

/** Reads the stored candles of every instrument, those it has not read yet, a little at a time. */
export const marketHistoryReader = {
  at: 'BACKGROUND',
  everyMs: 5 * SECOND_MS,
  async read(
    { state: { market }, store: { candles }, marketMemory }: HistorySources,
    nowMs: Instant,
  ): Promise<Reading<readonly HistoryTruth[]>> {
    const { clockMs } = market
    if (clockMs === 0) return undefined
    const value: HistoryTruth[] = []
    for (const { instrument } of market.instruments.values()) {
      const known = candlesRead(marketMemory, instrument, clockMs)
      await readMinutes(candles, { known, instrument, clockMs })
      readTrend(candles, { known, instrument, clockMs })
      value.push(historyTruth(known, instrument, clockMs))
    }
    return value.length === 0 ? undefined : { value, observedAtMs: nowMs, sampleSize: value.length }
  },
} satisfies Reader<readonly HistoryTruth[]>

interface CandlesQuery {
  readonly known: CandlesRead
  readonly instrument: Instrument
  readonly clockMs: Instant
}

const candlesRead = (memory: MarketMemory, { symbol, price }: Instrument, clockMs: Instant): CandlesRead => {
  const step = printDecimal(price.step)
  const known = memory.candles.get(symbol)
  if (known?.step === step) return known
  const begun = createCandlesRead(step, intervalStart('1h', clockMs - RETENTION_MS))
  memory.candles.set(symbol, begun)
  return begun
}

const readMinutes = async (candles: CandleStore, { known, instrument, clockMs }: CandlesQuery): Promise<void> => {
  const untilMs = intervalStart('1m', clockMs)
  let fromMs = Math.max(known.readToMs - MENDED_MS, intervalStart('1h', clockMs - RETENTION_MS))
  while (fromMs < untilMs) {
    const range = {
      symbol: instrument.symbol,
      interval: '1m',
      fromMs,
      toMs: Math.min(fromMs + SLICE_MS, untilMs),
    } as const
    for (const candle of candles.find({ ...range, limit: SLICE_MS / MINUTE_MS }, instrument)) {
      enterMinute(known.minutes, candle)
    }
    fromMs = range.toMs
    known.readToMs = range.toMs
    await setImmediate()
  }
}

/** Reads the trend once an hour, when the candle that has just closed is stored. */
const readTrend = (candles: CandleStore, { known, instrument, clockMs }: CandlesQuery): void => {
  const hourMs = intervalStart('1h', clockMs)
  if (known.trend.hourMs === hourMs) return
  const range = { symbol: instrument.symbol, interval: '1h', fromMs: hourMs - RETENTION_MS, toMs: hourMs } as const
  const bars = unbrokenUpTo(candles.find({ ...range, limit: RETENTION_MS / HOUR_MS }, instrument), hourMs)
  known.trend =
    bars.length === 0 ? { hourMs: 0, adx: null, slope: null, bars: 0 } : computeTrend(bars, instrument, hourMs)
}

/** The candles that lead up to an instant without a hole. */
const unbrokenUpTo = (candles: readonly Candle[], endMs: Instant): readonly Candle[] => {
  let first = candles.length
  for (let nextMs = endMs; first > 0; first--) {
    const candle = candles[first - 1]
    if (!candle || closeTime(candle) !== nextMs || candle.missing.length > 0) break
    nextMs = candle.openMs
  }
  return candles.slice(first)
}

const computeTrend = (bars: readonly Candle[], instrument: Instrument, hourMs: Instant): Trend => {
  const gaugeAt = beginGauge()
  let figures = { adx: Number.NaN, slope: Number.NaN }
  for (const [index, candle] of bars.entries()) {
    const gauge = gaugeAt(toBar(candle, instrument))
    if (index === bars.length - 1) figures = gauge()
  }
  return { hourMs, adx: known(figures.adx), slope: known(figures.slope), bars: bars.length }
}

const known = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

const historyTruth = ({ minutes, trend }: CandlesRead, { symbol }: Instrument, clockMs: Instant): HistoryTruth => {
  const rv1hPct = realisedPct(minutes, clockMs, HOUR_MS / MINUTE_MS).value
  const { percentile, n } = rankInSeries(minutes.history, clockMs, rv1hPct)
  return {
    symbol,
    rv1hPct,
    rv24hPct: realisedPct(minutes, clockMs, DAY_MS / MINUTE_MS).value,
    parkinson24hPct: parkinsonPct(minutes, clockMs).value,
    rvPercentile: percentile,
    hours: n,
    gaps24h: countGaps(minutes, clockMs),
    adx14_1h: trend.adx,
    slope: trend.slope,
    bars: trend.bars,
  }
}
