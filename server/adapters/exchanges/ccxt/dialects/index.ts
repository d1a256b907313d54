import { assertNever } from '../../../../core/assert.ts'
import type { ExchangeId } from '../../../../domain/market/exchange-id.ts'
import type { Dialect } from '../dialect.ts'
import { binanceusdm } from './binanceusdm.ts'
import { bitget } from './bitget.ts'
import { bybit } from './bybit.ts'
import { okx } from './okx.ts'

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
