import { assertNever } from '../../../../core/assert.ts'
import type { ExchangeId } from '../../../../domain/market/exchange-id.ts'
import type { Dialect } from '../dialect.ts'
import { binanceusdm } from './binance/limits-and-errors.ts'
import { bitget } from './bitget/limits-and-errors.ts'
import { bybit } from './bybit/limits-and-errors.ts'
import { okx } from './okx/limits-and-errors.ts'

/** Returns the differences of an exchange that the library does not hide. */
export const getDialect = (id: ExchangeId): Dialect => {
  switch (id) {
    case 'binanceusdm':
      return binanceusdm
    case 'bybit':
      return bybit
    case 'okx':
      return okx
    case 'bitget':
      return bitget
    default:
      return assertNever(id)
  }
}
