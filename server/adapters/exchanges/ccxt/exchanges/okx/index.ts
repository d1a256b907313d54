import { SECOND_MS } from '../../../../../core/instant.ts'
import type { ExchangeDialect } from '../../dialect.ts'
import { okxErrors, okxLimits } from './limits-and-errors.ts'
import { okxFeed } from './market-feed.ts'
import { okxOrders } from './orders.ts'

/**
 * Adapter for perpetual swaps on OKX v5. A request is valid for thirty seconds: the exchange accepts an earlier
 * deadline for regular orders in a header that CCXT cannot set per request, and none for conditional ones.
 */
export const okx: ExchangeDialect = {
  options: {
    fetchMarkets: { types: ['swap'] },
    createOrder: 'privatePostTradeOrder',
  },
  // Demo trading is selected by a header, which the library sets in its sandbox mode.
  enterPractice: (library) => library.setSandboxMode(true),
  requestLifeMs: 30 * SECOND_MS,
  limits: okxLimits,
  errors: okxErrors,
  orders: okxOrders,
  feed: okxFeed,
}
