import { type Decimal, printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, type Instant } from '../../../server/core/instant.ts'
import { priceToMoney } from '../../../server/domain/account/money.ts'
import type { Ticks } from '../../../server/domain/market/instrument.ts'
import { getMarkTicks, getTouch } from '../../../server/domain/market/touch.ts'
import { dayFigures } from '../../exchange/market/day-figures.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { plainMoney, plainRate, priceOrNothing } from './figures.ts'

/** Ticker of a linear contract, as in list and stream; undefined before the first trade. */
export const tickerFields = (listing: Listing, atMs: Instant) => {
  const { entry } = listing
  const { instrument, markPrice } = entry
  const day = dayFigures(entry, atMs)
  if (!day) return undefined
  const mark = getMarkTicks(entry)
  return {
    symbol: instrument.symbol,
    lastPrice: day.last,
    indexPrice: priceOrNothing(instrument, markPrice?.index),
    markPrice: priceOrNothing(instrument, mark),
    prevPrice24h: day.open,
    price24hPcnt: (Number(day.changePercent) / 100).toFixed(6),
    highPrice24h: day.high,
    lowPrice24h: day.low,
    prevPrice1h: priceOrNothing(instrument, priceAnHourAgo(listing, atMs)),
    ...interest(listing, mark),
    turnover24h: day.turnover,
    volume24h: day.volume,
    fundingRate: rateOrNothing(markPrice?.fundingRate),
    nextFundingTime: String(markPrice?.nextFundingAtMs ?? ''),
    fundingIntervalHour: String((markPrice?.fundingIntervalMs ?? 8 * HOUR_MS) / HOUR_MS),
    fundingCap: rateOrNothing(markPrice?.fundingRateCap),
    ...touchFields(listing),
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
  }
}

export type TickerFields = NonNullable<ReturnType<typeof tickerFields>>

/** Fields of delivery contracts only; empty in the list. */
export const DELIVERY_FIELDS = {
  predictedDeliveryPrice: '',
  basisRate: '',
  basis: '',
  deliveryFeeRate: '',
  deliveryTime: '0',
  basisRateYear: '',
}

const rateOrNothing = (rate: Decimal | null | undefined): string => (rate ? plainRate(rate) : '')

const touchFields = ({ entry }: Listing) => {
  const { instrument } = entry
  const { bid, ask } = getTouch(entry)
  return {
    bid1Price: bid ? printPrice(instrument, bid.price) : '',
    bid1Size: bid ? printQuantity(instrument, bid.quantity) : '',
    ask1Price: ask ? printPrice(instrument, ask.price) : '',
    ask1Size: ask ? printQuantity(instrument, ask.quantity) : '',
  }
}

const interest = ({ entry: { instrument, markPrice } }: Listing, mark: Ticks | undefined) => {
  const open = markPrice?.openInterest ?? null
  if (open === null || mark === undefined) return { openInterest: '', openInterestValue: '' }
  return {
    openInterest: printDecimal(open),
    openInterestValue: plainMoney((priceToMoney(instrument, mark) * open.units) / 10n ** BigInt(open.scale)),
  }
}

const priceAnHourAgo = ({ shelf, entry }: Listing, atMs: Instant): Ticks | undefined => {
  const minutes = shelf.get('1m') ?? []
  const before = minutes.findLast(({ openMs }) => openMs <= atMs - HOUR_MS)
  return before?.close ?? minutes[0]?.open ?? entry.candles.minute?.open
}
