import type { ExchangeDialect } from '../../dialect.ts'
import { binanceErrors, binanceLimits } from './limits-and-errors.ts'
import { binanceFeed } from './market-feed.ts'
import { binanceOrders } from './orders.ts'

/** Adapter for Binance USDⓈ-M futures, with CCXT's options: only linear contracts are requested. */
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
