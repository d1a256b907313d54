import type { ExchangeDialect } from '../../dialect.ts'
import { bybitErrors, bybitLimits } from './limits-and-errors.ts'
import { bybitFeed } from './market-feed.ts'
import { bybitOrders } from './orders.ts'

/** Bybit v5: linear contracts only. The account is a unified one, as all are by now: the library need not check. */
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
