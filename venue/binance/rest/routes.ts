import type { BinanceState } from '../binance-state.ts'
import { accountRoutes, listenKeyRoutes } from './account-routes.ts'
import { algoRoutes } from './algo-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { generalRoutes, marketRoutes } from './market-routes.ts'
import { batchRoutes, orderRoutes } from './order-routes.ts'
import type { Route } from './route.ts'
import { sampledKlineRoutes } from './sampled-kline-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { statisticsRoutes } from './statistics-routes.ts'
import { tickerRoutes } from './ticker-routes.ts'

/** Creates all HTTP routes of the Binance API. */
export const createRoutes = (state: BinanceState): readonly Route[] => {
  const { board, limits, keys, exchange } = state
  return [
    ...generalRoutes({ board, brackets: exchange.brackets, limits }),
    ...marketRoutes(board),
    ...tickerRoutes({ board, fundingAt: exchange.fundingAt }),
    ...sampledKlineRoutes(board, exchange.markPriceAt),
    ...statisticsRoutes(board, exchange.markPriceAt),
    ...orderRoutes(state),
    ...batchRoutes(state),
    ...algoRoutes(state),
    ...accountRoutes(state),
    ...settingsRoutes(state),
    ...historyRoutes(state),
    ...listenKeyRoutes(keys),
  ]
}
