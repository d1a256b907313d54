import { printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../../../server/core/instant.ts'
import type { Bracket } from '../../../server/domain/margin/brackets.ts'
import { type Instrument, ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { ORDER_LIMITS } from '../../binance/view/symbol-info.ts'
import { bracketLeverage } from '../../exchange/account/risk-figures.ts'
import { pricePrecision, printPrice, printQuantity } from '../../exchange/market/figures.ts'
import { plainMoney, plainRate } from './figures.ts'
import { printRiskLimit } from './position-view.ts'

const LAUNCHED_MS = 1_585_526_400_000
const SETTLED_IN = 'USDT'
const USUAL_INTERVAL_MS = 8 * HOUR_MS

/** Maximum distance of limit prices from the mark price, as a fraction of it. */
const PRICE_LIMIT_RATIO = '0.05'

/** A symbol in `instruments-info`; `leverage` is the most it is traded with. */
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

/** Tiers of a symbol's risk limit, each with its maintenance margin. */
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
