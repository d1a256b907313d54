import { printDecimal } from '../../core/decimal.ts'
import { type Instant, SECOND_MS } from '../../core/instant.ts'
import { closeTime } from '../../domain/market/candle.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalStart } from '../../domain/market/interval.ts'
import { getMarkTicks, type Market } from '../../domain/market/market.ts'
import { readComponents } from '../../domain/microstructure/component.ts'
import { watchedMs } from '../../domain/microstructure/event-rate.ts'
import { buildMarketPicture } from '../../domain/microstructure/market-picture.ts'
import type { MicroEvent } from '../../domain/microstructure/micro-event.ts'
import type { EventTruth, PictureTruth } from '../../monitor/inputs/market.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader, Reading } from '../reader.ts'

/** Measures every watched market by the exchange's clock, as the gate does. */
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

/** Returns the trade age by the exchange's clock, advanced by the time without any message. */
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
