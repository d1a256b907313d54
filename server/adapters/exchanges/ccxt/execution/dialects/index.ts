import { assertNever } from '../../../../../core/assert.ts'
import type { ExchangeId } from '../../../../../domain/market/exchange-id.ts'
import type { OrderDialect } from '../order-dialect.ts'
import { binanceOrders } from './binanceusdm.ts'
import { bitgetOrders } from './bitget.ts'
import { bybitOrders } from './bybit.ts'
import { okxOrders } from './okx.ts'

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
