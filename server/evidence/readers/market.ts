/**
 * Readers of the market: volatility and trend of stored candles, current market conditions, and latency of the exchange
 * feeds.
 */

import { setImmediate } from 'node:timers/promises'
import { printDecimal } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { type Candle, closeTime } from '../../domain/market/candle.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalStart } from '../../domain/market/interval.ts'
import { getMarkTicks, type Market } from '../../domain/market/market.ts'
import { readComponents } from '../../domain/microstructure/component.ts'
import { watchedMs } from '../../domain/microstructure/event-rate.ts'
import { rankInSeries } from '../../domain/microstructure/hourly-series.ts'
import { buildMarketPicture } from '../../domain/microstructure/market-picture.ts'
import type { MicroEvent } from '../../domain/microstructure/micro-event.ts'
import { countGaps, enterMinute, parkinsonPct, realisedPct } from '../../domain/microstructure/minutes.ts'
import { toBar } from '../../domain/signal/bar.ts'
import { beginGauge } from '../../domain/signal/gauge.ts'
import type { CandleStore } from '../../engine/model/ports.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import type { VenueHealthTruth } from '../../monitor/inputs/exchange.ts'
import type { EventTruth, HistoryTruth, PictureTruth } from '../../monitor/inputs/market.ts'
import { instrumentFilters } from '../../views/tickers.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader, Reading } from '../reader.ts'
import {
  addSample,
  type CandlesRead,
  createCandlesRead,
  durationQuantiles,
  type MarketMemory,
  type Trend,
} from '../records/market-memory.ts'

/** Reads the stored candles of every instrument that have not been read yet, in small steps. */
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

/** Sources of the candles. */
interface HistorySources extends Pick<TruthSources, 'state' | 'marketMemory'> {
  readonly store: { readonly candles: CandleStore }
}

const RETENTION_MS = 30 * DAY_MS
/** Period read per step, so that other work is not blocked. */
const SLICE_MS = 6 * HOUR_MS
/** Time within which a minute may be repaired. */
const MENDED_MS = 10 * MINUTE_MS

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

/**
 * Reads the minutes after the newest one read so far. Minutes are stored oldest first, so none is stored later before
 * that one, while history may still be arriving after it.
 */
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
      known.readToMs = Math.max(known.readToMs, closeTime(candle))
    }
    fromMs = range.toMs
    await setImmediate()
  }
}

/** Reads the trend once an hour, when the newly closed candle is stored. */
const readTrend = (candles: CandleStore, { known, instrument, clockMs }: CandlesQuery): void => {
  const hourMs = intervalStart('1h', clockMs)
  if (known.trend.hourMs === hourMs) return
  const range = { symbol: instrument.symbol, interval: '1h', fromMs: hourMs - RETENTION_MS, toMs: hourMs } as const
  const bars = unbrokenUpTo(candles.find({ ...range, limit: RETENTION_MS / HOUR_MS }, instrument), hourMs)
  known.trend =
    bars.length === 0 ? { hourMs: 0, adx: null, slope: null, bars: 0 } : computeTrend(bars, instrument, hourMs)
}

/** Returns the unbroken candles up to an instant. */
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

/** Measures every watched market by the exchange clock, like the gate. */
export const marketPictureReader = {
  at: 'BACKGROUND',
  everyMs: 2 * SECOND_MS,
  read({ state: { market } }: Pick<TruthSources, 'state'>, nowMs: Instant): Reading<readonly PictureTruth[]> {
    const entries = [...market.instruments.values()]
    if (entries.length === 0 || market.clockMs === 0) return undefined
    return {
      value: entries.map((entry) => pictureTruth(entry, market, nowMs)),
      observedAtMs: nowMs,
      sampleSize: entries.length,
    }
  },
} satisfies Reader<readonly PictureTruth[]>

const pictureTruth = (entry: InstrumentMarket, market: Market, nowMs: Instant): PictureTruth => {
  const { instrument, markPrice, micro } = entry
  const mark = getMarkTicks(entry)
  return {
    symbol: instrument.symbol,
    markPrice: mark === undefined ? null : instrument.price.print(mark),
    fundingRate: markPrice?.fundingRate ? printDecimal(markPrice.fundingRate) : null,
    fundingIntervalMs: markPrice?.fundingIntervalMs ?? null,
    nextFundingAtMs: markPrice?.nextFundingAtMs ?? null,
    openInterest: markPrice?.openInterest ? printDecimal(markPrice.openInterest) : null,
    picture: buildMarketPicture(entry, market.clockMs),
    tradeAgeMs: tradeAge(entry, market, nowMs),
    klineLagMs: klineLag(entry, market),
    window: {
      fromMs: micro.fromMs,
      toMs: micro.toMs,
      bookUpdates: micro.bookUpdates,
      trades: micro.trades.trades,
      watchedMs: watchedMs(micro.spoofRate),
    },
    components: readComponents(micro, market.clockMs),
    events: micro.events.map((event) => eventTruth(event, entry)),
  }
}

/** Returns the age of the last trade by the exchange clock, advanced by the time since the last message. */
const tradeAge = ({ lastTrade }: InstrumentMarket, { clockMs, instruments }: Market, nowMs: Instant): number | null => {
  if (!lastTrade) return null
  const lastObservedAtMs = Math.max(...[...instruments.values()].map(({ observedAtMs }) => observedAtMs ?? 0))
  return Math.max(0, clockMs - lastTrade.tradedAtMs) + Math.max(0, nowMs - lastObservedAtMs)
}

const klineLag = ({ candles }: InstrumentMarket, { clockMs }: Market): number | null => {
  const newest = candles.previous[0]
  return newest ? Math.max(0, intervalStart('1m', clockMs) - closeTime(newest)) : null
}

const eventTruth = (event: MicroEvent, { instrument: { price, quantity } }: InstrumentMarket): EventTruth => ({
  kind: event.kind,
  atMs: event.atMs,
  side: event.side,
  priceBand: { low: price.print(event.priceBand.low), high: price.print(event.priceBand.high) },
  size: quantity.print(event.size),
})

type HealthSources = Pick<TruthSources, 'state' | 'marketMemory' | 'bootedAtMs'> & {
  readonly host: Pick<TruthSources['host'], 'recordedLag'>
}

/** Samples every exchange connection each second and returns the aggregates. */
export const venueHealthReader = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read({ state, marketMemory, bootedAtMs, host }: HealthSources, nowMs: Instant): Reading<VenueHealthTruth> {
    const entries = [...state.market.instruments.values()]
    if (entries.length === 0) return undefined
    sampleRoundTrip(state, marketMemory)
    if (nowMs - bootedAtMs >= CATCHING_UP_MS) for (const entry of entries) sampleLag(state, marketMemory, entry)
    return {
      value: {
        restLatencyMs: durationQuantiles(marketMemory.roundTrips),
        wsLagMs: durationQuantiles(marketMemory.lags),
        recordedLag: host.recordedLag,
        resyncs: entries.map((entry) => countResyncs(entry, nowMs)),
        observedSinceMs: bootedAtMs,
        filtersVersion: computeDigest(entries.map(filtersIn)).slice(0, VERSION_LENGTH),
      },
      observedAtMs: nowMs,
      sampleSize: entries.length,
    }
  },
} satisfies Reader<VenueHealthTruth>

const VERSION_LENGTH = 16
/** Time after a start in which messages are late because history is still being read; they are not timed. */
const CATCHING_UP_MS = MINUTE_MS

/** Samples the clock error, which is half the round trip. */
const sampleRoundTrip = ({ session: { clock } }: EngineState, memory: MarketMemory): void => {
  if (clock.errorMs === null || clock.atMs === memory.roundTripAtMs) return
  memory.roundTripAtMs = clock.atMs
  addSample(memory.roundTrips, 2 * clock.errorMs)
}

/**
 * Returns no lag when the market has its own clock, as in a replay, because its times and ours are unrelated, nor for
 * data stored before this start, which are not current messages.
 */
const sampleLag = (
  { rules, session: { clock } }: EngineState,
  { receivedAtMs, lags }: MarketMemory,
  { instrument: { symbol }, stream, observedAtMs, exchangeTimeMs }: InstrumentMarket,
): void => {
  if (!rules.clockChecked || observedAtMs === undefined || exchangeTimeMs === undefined) return
  if (receivedAtMs.get(symbol) === observedAtMs) return
  receivedAtMs.set(symbol, observedAtMs)
  if (stream === 'live') addSample(lags, observedAtMs + (clock.offsetMs ?? 0) - exchangeTimeMs)
}

const countResyncs = ({ instrument: { symbol }, booksLost }: InstrumentMarket, nowMs: Instant) => {
  const within = (ms: number): number => booksLost.filter((atMs) => atMs > nowMs - ms).length
  return { symbol, lastHour: within(HOUR_MS), lastDay: within(DAY_MS) }
}

const filtersIn = ({ instrument }: InstrumentMarket) => ({
  symbol: instrument.symbol,
  ...instrumentFilters(instrument),
})
