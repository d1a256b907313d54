import type { ExchangeDialect } from '../../dialect.ts'
import { bybitErrors, bybitLimits } from './limits-and-errors.ts'
import { bybitFeed } from './market-feed.ts'
import { bybitOrders } from './orders.ts'

/**
 * Adapter for linear contracts on Bybit v5. All accounts are now unified accounts, so CCXT need not check the account
 * type.
 */
export const bybit: ExchangeDialect = {
  options: {
    fetchMarkets: { types: ['linear'], usePrivateInstrumentsInfo: false, loadAllOptions: false },
    defaultSubType: 'linear',
    defaultSettle: 'USDT',
    enableUnifiedMargin: false,
    enableUnifiedAccount: true,
    unifiedMarginStatus: 6,
  },
  enterPractice: (library) => library.enableDemoTrading(true),
  requestLifeMs: null,
  limits: bybitLimits,
  errors: bybitErrors,
  orders: bybitOrders,
  feed: bybitFeed,
}
