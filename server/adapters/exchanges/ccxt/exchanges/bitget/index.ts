import { SECOND_MS } from '../../../../../core/instant.ts'
import type { ExchangeDialect } from '../../dialect.ts'
import { bitgetErrors, bitgetLimits } from './limits-and-errors.ts'
import { bitgetFeed } from './market-feed.ts'
import { bitgetOrders } from './orders.ts'

/**
 * Adapter for Bitget's perpetual futures in a classic account; a unified account uses different addresses. A request is
 * valid for thirty seconds, and no earlier deadline can be set.
 */
export const bitget: ExchangeDialect = {
  options: {
    uta: false,
    fetchMarkets: { types: ['swap'] },
    defaultSubType: 'linear',
  },
  enterPractice: (library) => library.enableDemoTrading(true),
  requestLifeMs: 30 * SECOND_MS,
  limits: bitgetLimits,
  errors: bitgetErrors,
  orders: bitgetOrders,
  feed: bitgetFeed,
}
