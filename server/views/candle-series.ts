import type { Kline } from '../../contract/market.ts'
import { printDecimal } from '../core/decimal.ts'
import { type Candle, closeTime } from '../domain/market/candle.ts'
import { type Instrument, toNotional } from '../domain/market/instrument.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { CandleRange, CandleStore } from '../engine/model/ports.ts'

/** Closed candles, serialised once: the newest of each instrument and interval in memory, older ones from the store. */
export interface CandleSeries {
  find(range: CandleRange, instrument: Instrument): readonly PrintedCandle[]
  /** Returns the newest `limit` candles; a series that no client has requested is not loaded into memory for them. */
  newest(place: SeriesPlace, instrument: Instrument): readonly PrintedCandle[]
  /** Returns a number that changes with the closed candles of a symbol. */
  revision(symbol: string): number
  /** Updates the series with durable facts. */
  onFacts(facts: readonly Fact[]): void
}

/** A candle with its JSON. */
export interface PrintedCandle {
  readonly candle: Candle
  readonly json: string
}

type SeriesPlace = Pick<CandleRange, 'symbol' | 'interval' | 'limit'>

/** Maximum number of candles per series in memory, which is that of one response. */
const LENGTH_MAX = 1_000
/** Maximum number of series in memory; the least recently requested one is evicted first. */
const SERIES_MAX = 64

export const createCandleSeries = (store: CandleStore): CandleSeries => {
  const cached = new Map<string, PrintedCandle[]>()
  const revisions = new Map<string, number>()

  const load = (range: CandleRange, instrument: Instrument): PrintedCandle[] =>
    store.find(range, instrument).map((candle) => printCandle(candle, instrument))

  const getSeries = (range: CandleRange, instrument: Instrument): readonly PrintedCandle[] => {
    const key = seriesKey(range)
    const series = cached.get(key) ?? load({ ...range, ...ALL_TIME, limit: LENGTH_MAX }, instrument)
    cached.delete(key)
    cached.set(key, series)
    if (cached.size > SERIES_MAX) cached.delete(cached.keys().next().value as string)
    return series
  }

  return {
    find(range, instrument) {
      const series = getSeries(range, instrument)
      const matches = within(series, range)
      const reachesBack = (series[0]?.candle.openMs ?? 0) <= range.fromMs
      if (matches.length === range.limit || series.length < LENGTH_MAX || reachesBack) return matches
      return load(range, instrument)
    },
    newest: (place, instrument) =>
      cached.get(seriesKey(place))?.slice(-place.limit) ?? load({ ...place, ...ALL_TIME }, instrument),
    revision: (symbol) => revisions.get(symbol) ?? 0,
    onFacts(facts) {
      for (const fact of facts) {
        if (fact.kind !== 'candleClosed') continue
        const { symbol } = fact.candle
        revisions.set(symbol, (revisions.get(symbol) ?? 0) + 1)
        const series = cached.get(seriesKey(fact.candle))
        if (series) append(series, printCandle(fact.candle, fact.instrument))
      }
    },
  }
}

const ALL_TIME = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER } as const

const seriesKey = ({ symbol, interval }: Pick<CandleRange, 'symbol' | 'interval'>): string => `${symbol}.${interval}`

const within = (series: readonly PrintedCandle[], { fromMs, toMs, limit }: CandleRange): readonly PrintedCandle[] =>
  series.filter(({ candle }) => candle.openMs >= fromMs && candle.openMs < toMs).slice(-limit)

/** Adds the newest candle, or replaces an earlier version of it. */
const append = (series: PrintedCandle[], printed: PrintedCandle): void => {
  const { openMs } = printed.candle
  const index = series.findLastIndex(({ candle }) => candle.openMs <= openMs)
  const replaces = series[index]?.candle.openMs === openMs ? 1 : 0
  series.splice(index + 1 - replaces, replaces, printed)
  if (series.length > LENGTH_MAX) series.shift()
}

export const printCandle = (candle: Candle, instrument: Instrument, closed = true): PrintedCandle => {
  const { price, quantity } = instrument
  const kline: Kline = {
    symbol: candle.symbol,
    interval: candle.interval,
    openTimeMs: candle.openMs,
    closeTimeMs: closeTime(candle) - 1,
    open: price.print(candle.open),
    high: price.print(candle.high),
    low: price.print(candle.low),
    close: price.print(candle.close),
    volume: quantity.print(candle.volume),
    turnover: printDecimal(toNotional(instrument, candle.turnover)),
    tradeCount: candle.tradeCount,
    takerBuyVolume: candle.takerBuyVolume === null ? null : quantity.print(candle.takerBuyVolume),
    closed,
  }
  return { candle, json: JSON.stringify(kline) }
}
