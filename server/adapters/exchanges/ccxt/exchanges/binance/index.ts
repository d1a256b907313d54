import type { ExchangeDialect } from '../../dialect.ts'
import { binanceErrors, binanceLimits } from './limits-and-errors.ts'
import { binanceFeed } from './market-feed.ts'
import { binanceOrders } from './orders.ts'

/** Binance USDⓈ-M futures: linear contracts only; no data of the other businesses is requested. */
export const binance: ExchangeDialect = {
  options: {
    fetchMarkets: { types: ['linear'], loadAllOptions: false },
    fetchMargins: false,
    fetchOpenOrders: { warnWithoutSymbol: false },
  },
  enterPractice: (library) => library.enableDemoTrading(true),
  requestLifeMs: null,
  limits: binanceLimits,
  errors: binanceErrors,
  orders: binanceOrders,
  feed: binanceFeed,
}
