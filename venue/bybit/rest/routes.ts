import type { BybitState } from '../bybit-state.ts'
import { accountRoutes } from './account-routes.ts'
import { executionRoutes } from './execution-routes.ts'
import { klineRoutes, marketRoutes } from './market-routes.ts'
import { orderListRoutes } from './order-lists.ts'
import { batchRoutes, orderRoutes } from './order-routes.ts'
import { positionRoutes } from './position-routes.ts'
import type { BybitRoute } from './route.ts'

/** Creates all HTTP routes of the Bybit API. */
export const createBybitRoutes = (state: BybitState, apiKey: string): readonly BybitRoute[] => [
  ...marketRoutes(state),
  ...klineRoutes(state),
  ...orderRoutes(state),
  ...batchRoutes(state),
  ...orderListRoutes(state),
  ...executionRoutes(state),
  ...positionRoutes(state),
  ...accountRoutes(state, apiKey),
]
