/** Response bodies of the Bybit API for instruments, tickers and risk limits, and its interval codes. */

import { type Decimal, printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../../server/core/instant.ts'
import { priceToMoney } from '../../../server/domain/account/money.ts'
import type { Bracket } from '../../../server/domain/margin/brackets.ts'
import { type Instrument, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Interval } from '../../../server/domain/market/interval.ts'
import { getMarkTicks, getTouch } from '../../../server/domain/market/market.ts'
import { bracketLeverage } from '../../exchange/account/risk-figures.ts'
import { dayFigures, pricePrecision, printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { ORDER_LIMITS } from '../../exchange/market/order-limits.ts'
import { printRiskLimit } from './account-views.ts'
import { plainMoney, plainRate, priceOrNothing } from './figures.ts'

/** Returns the entry of a symbol in `instruments-info`, with its maximum leverage. */
export const instrumentView = ({ instrument, markPrice }: InstrumentMarket, leverage: number) => ({
  symbol: instrument.symbol,
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: instrument.symbol.slice(0, -SETTLED_IN.length),
  quoteCoin: SETTLED_IN,
  launchTime: String(LAUNCHED_MS),
  deliveryTime: '0',
  deliveryFeeRate: '',
  priceScale: String(pricePrecision(instrument)),
  leverageFilter: { minLeverage: '1', maxLeverage: leverage.toFixed(2), leverageStep: '1.00' },
  priceFilter: priceFilter(instrument),
  lotSizeFilter: lotSizeFilter(instrument),
  unifiedMarginTrade: true,
  fundingInterval: (markPrice?.fundingIntervalMs ?? USUAL_INTERVAL_MS) / MINUTE_MS,
  settleCoin: SETTLED_IN,
  copyTrading: 'none',
  upperFundingRate: markPrice?.fundingRateCap ? plainRate(markPrice.fundingRateCap) : '',
  lowerFundingRate: markPrice?.fundingRateFloor ? plainRate(markPrice.fundingRateFloor) : '',
  isPreListing: false,
  preListingInfo: null,
  riskParameters: { priceLimitRatioX: PRICE_LIMIT_RATIO, priceLimitRatioY: PRICE_LIMIT_RATIO },
  displayName: '',
  symbolType: '',
})

/** Returns the ticker of a contract, for list and stream; undefined until the first trade. */
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

const NAMES = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '720': '12h',
  D: '1d',
  W: '1w',
} as const satisfies Record<string, Interval>

/** Interval code of the exchange: minutes, or a letter. */
type IntervalName = keyof typeof NAMES

export const INTERVAL_NAMES = Object.keys(NAMES) as readonly IntervalName[]

export const intervalNamed = (name: IntervalName): Interval => NAMES[name]

/** Returns the interval code of the exchange. */
export const nameOfInterval = (interval: Interval): IntervalName =>
  INTERVAL_NAMES.find((name) => NAMES[name] === interval) ?? '1'

const LAUNCHED_MS = 1_585_526_400_000
const SETTLED_IN = 'USDT'
const USUAL_INTERVAL_MS = 8 * HOUR_MS

/** Maximum distance of limit prices from the mark price, as a fraction of the mark price. */
const PRICE_LIMIT_RATIO = '0.05'

const priceFilter = (instrument: Instrument) => ({
  minPrice: printPrice(instrument, ticks(1)),
  maxPrice: printPrice(instrument, ORDER_LIMITS.priceMax),
  tickSize: printPrice(instrument, ticks(1)),
})

const lotSizeFilter = (instrument: Instrument) => ({
  maxOrderQty: printQuantity(instrument, ORDER_LIMITS.quantityMax),
  minOrderQty: printQuantity(instrument, 1),
  qtyStep: printQuantity(instrument, 1),
  postOnlyMaxOrderQty: printQuantity(instrument, ORDER_LIMITS.quantityMax),
  maxMktOrderQty: printQuantity(instrument, ORDER_LIMITS.marketQuantityMax),
  minNotionalValue: instrument.minNotional ? printDecimal(instrument.minNotional) : '0',
})

/** Returns the risk limit tiers of a symbol, each with its maintenance margin. */
export const riskTiers = (instrument: Instrument, brackets: readonly Bracket[]) =>
  brackets.map((bracket, index) => {
    const leverage = bracketLeverage(bracket, instrument.maxLeverage)
    return {
      id: index + 1,
      symbol: instrument.symbol,
      riskLimitValue: printRiskLimit(bracket),
      maintenanceMargin: plainRate(bracket.rate),
      initialMargin: (1 / leverage).toFixed(4),
      isLowestRisk: index === 0 ? 1 : 0,
      maxLeverage: leverage.toFixed(2),
      mmDeduction: bracket.cum === 0n ? '' : plainMoney(bracket.cum),
    }
  })
