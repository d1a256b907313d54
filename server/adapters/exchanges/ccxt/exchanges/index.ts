import { EXCHANGES, type ExchangeId } from '../../../../domain/market/exchanges.ts'
import type { Dialect, ExchangeDialect } from '../dialect.ts'
import { binance } from './binance/index.ts'
import { bitget } from './bitget/index.ts'
import { bybit } from './bybit/index.ts'
import { okx } from './okx/index.ts'

/** Returns the adapter of an exchange: its CCXT options, rate limits, error codes, orders and market data. */
export const getDialect = (id: ExchangeId): Dialect => ({ id, name: EXCHANGES[id].name, ...DIALECTS[id] })

/** Adapters by exchange. */
const DIALECTS: Readonly<Record<ExchangeId, ExchangeDialect>> = {
  binanceusdm: binance,
  bybit,
  okx,
  bitget,
}
