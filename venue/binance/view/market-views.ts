/** Response bodies of the Binance API for exchange information, symbols, mark prices and funding. */

import { decimal, printDecimal } from '../../../server/core/decimal.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { Bracket } from '../../../server/domain/margin/brackets.ts'
import { type Instrument, ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import {
  pricePrecision,
  printLongPrice,
  printPrice,
  printQuantity,
  printRate,
  quantityPrecision,
} from '../../exchange/market/figures.ts'
import { ORDER_LIMITS } from '../../exchange/market/order-limits.ts'

/** Returns the part of `exchangeInfo` before the symbols. */
export const exchangeRules = ({ weightPerMinute, ordersPerMinute, ordersPerTenSeconds }: WireLimits) => ({
  timezone: 'UTC',
  futuresType: 'U_MARGINED',
  rateLimits: [
    limit('REQUEST_WEIGHT', 'MINUTE', 1, weightPerMinute),
    limit('ORDERS', 'MINUTE', 1, ordersPerMinute),
    limit('ORDERS', 'SECOND', 10, ordersPerTenSeconds),
  ],
  exchangeFilters: [],
  assets: [{ asset: QUOTE, marginAvailable: true, autoAssetExchange: '-10000' }],
})

/** Rate limits of an account and of an address, as in `exchangeInfo`. */
export interface WireLimits {
  readonly weightPerMinute: number
  readonly ordersPerTenSeconds: number
  readonly ordersPerMinute: number
}

const NO_DELIVERY_MS = 4_133_404_800_000
const ONBOARD_MS = 1_569_398_400_000
const QUOTE = 'USDT'

/** Returns the entry of a symbol in `exchangeInfo`. */
export const symbolInfo = (instrument: Instrument, brackets: readonly Bracket[]) => {
  const asset = instrument.symbol.slice(0, -QUOTE.length)
  return {
    symbol: instrument.symbol,
    pair: instrument.symbol,
    contractType: 'PERPETUAL',
    deliveryDate: NO_DELIVERY_MS,
    onboardDate: ONBOARD_MS,
    status: 'TRADING',
    maintMarginPercent: formatPercent(brackets[0]),
    requiredMarginPercent: '5.0000',
    baseAsset: asset,
    quoteAsset: QUOTE,
    marginAsset: QUOTE,
    pricePrecision: pricePrecision(instrument),
    quantityPrecision: quantityPrecision(instrument),
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: ['PoW'],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 10_000,
    filters: toFilters(instrument),
    orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
    permissionSets: ['GRID', 'COPY'],
  }
}

const formatPercent = (bracket: Bracket | undefined): string =>
  (Number(bracket ? printDecimal(bracket.rate) : 0) * 100).toFixed(4)

const toFilters = (instrument: Instrument) => {
  const { priceMax, quantityMax, marketQuantityMax, openOrders, openAlgoOrders } = ORDER_LIMITS
  const step = printQuantity(instrument, 1)
  const tick = printPrice(instrument, ticks(1))
  const { minNotional } = instrument
  return [
    { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: printPrice(instrument, priceMax), tickSize: tick },
    { filterType: 'LOT_SIZE', minQty: step, maxQty: printQuantity(instrument, quantityMax), stepSize: step },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: step,
      maxQty: printQuantity(instrument, marketQuantityMax),
      stepSize: step,
    },
    { filterType: 'MAX_NUM_ORDERS', limit: openOrders },
    { filterType: 'MAX_NUM_ALGO_ORDERS', limit: openAlgoOrders },
    { filterType: 'MIN_NOTIONAL', notional: minNotional ? printDecimal(minNotional) : '0' },
    { filterType: 'PERCENT_PRICE', multiplierDecimal: '4', multiplierDown: '0.9500', multiplierUp: '1.0500' },
    { filterType: 'POSITION_RISK_CONTROL', positionControlSide: 'NONE' },
  ]
}

const limit = (rateLimitType: string, interval: string, intervalNum: number, most: number) => ({
  rateLimitType,
  interval,
  intervalNum,
  limit: most,
})

/** Value of a field that the market does not provide. */
const NOTHING = ''

const INTEREST = printRate(decimal('0.0001'))

/**
 * Returns mark price, index price and funding as strings; missing values are empty, and a missing mark price is the mid
 * price.
 */
export const markFigures = (entry: InstrumentMarket) => {
  const { instrument, markPrice } = entry
  const mark = getMarkTicks(entry)
  const index = markPrice?.index ?? null
  const rate = markPrice?.fundingRate ?? null
  return {
    mark: mark === undefined ? NOTHING : printLongPrice(instrument, mark),
    index: index === null ? NOTHING : printLongPrice(instrument, index),
    settle: index === null ? NOTHING : printLongPrice(instrument, index),
    rate: rate === null ? NOTHING : printRate(rate),
    nextFundingTime: markPrice?.nextFundingAtMs ?? 0,
  }
}

/** Returns an entry of `premiumIndex`. */
export const premiumIndex = (entry: InstrumentMarket, atMs: Instant) => {
  const { mark, index, settle, rate, nextFundingTime } = markFigures(entry)
  return {
    symbol: entry.instrument.symbol,
    markPrice: mark,
    indexPrice: index,
    estimatedSettlePrice: settle,
    lastFundingRate: rate,
    interestRate: INTEREST,
    nextFundingTime,
    time: entry.markPrice?.exchangeTimeMs ?? atMs,
  }
}
