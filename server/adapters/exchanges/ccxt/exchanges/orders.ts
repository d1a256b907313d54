import { assertNever } from '../../../../core/assert.ts'
import type { ExchangeId } from '../../../../domain/market/exchange-id.ts'
import type { OrderDialect } from '../execution/order-dialect.ts'
import { binanceOrders } from './binance/orders.ts'
import { bitgetOrders } from './bitget/orders.ts'
import { bybitOrders } from './bybit/orders.ts'
import { okxOrders } from './okx/orders.ts'

/** Returns the order dialect of an exchange. */
export const getOrderDialect = (id: ExchangeId): OrderDialect => {
  switch (id) {
    case 'binanceusdm':
      return binanceOrders
    case 'bybit':
      return bybitOrders
    case 'okx':
      return okxOrders
    case 'bitget':
      return bitgetOrders
    default:
      return assertNever(id)
  }
}
