import { EXCHANGES, type ExchangeId } from '../../../../domain/market/exchanges.ts'
import type { Dialect, ExchangeDialect } from '../dialect.ts'
import { binance } from './binance/index.ts'
import { bitget } from './bitget/index.ts'
import { bybit } from './bybit/index.ts'
import { okx } from './okx/index.ts'

/** Returns the differences of an exchange that the library does not hide. */
export const getDialect = (id: ExchangeId): Dialect => ({ id, name: EXCHANGES[id].name, ...DIALECTS[id] })

/** The folder of each exchange in the list of the platform. */
const DIALECTS: Readonly<Record<ExchangeId, ExchangeDialect>> = {
  binanceusdm: binance,
  bybit,
  okx,
  bitget,
}
