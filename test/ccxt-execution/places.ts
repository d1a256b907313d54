import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import type { StageOptions } from '../venue-wire/venue-stage.ts'
import { API_KEY as BINANCE_KEY, API_SECRET as BINANCE_SECRET, openStage } from '../venue-wire/venue-stage.ts'
import { API_KEY as BYBIT_KEY, API_SECRET as BYBIT_SECRET, openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { type Prices, watchBinance, watchBybit } from './watch-prices.ts'

/** Local exchange with the wire protocol of a real one. */
export interface Place {
  readonly name: string
  readonly id: ExchangeId
  readonly keys: { readonly apiKey: string; readonly secret: string }
  /** True when a client order ID can never be reused; otherwise it is free again once the order has ended. */
  readonly namesAreForEver: boolean
  /** True when a reduce-only conditional order remains after its position has closed. */
  readonly keepsConditionals: boolean
  open(options: Pick<StageOptions, 'faults' | 'balance' | 'between' | 'dataDir' | 'clock'>): Promise<OpenPlace>
  watch(url: string): Promise<Prices>
}

interface OpenPlace {
  readonly url: string
  close(): Promise<void>
}

export const BINANCE: Place = {
  name: 'Binance',
  id: 'binanceusdm',
  keys: { apiKey: BINANCE_KEY, secret: BINANCE_SECRET },
  namesAreForEver: false,
  keepsConditionals: true,
  open: openStage,
  watch: watchBinance,
}

export const BYBIT: Place = {
  name: 'Bybit',
  id: 'bybit',
  keys: { apiKey: BYBIT_KEY, secret: BYBIT_SECRET },
  namesAreForEver: true,
  keepsConditionals: false,
  open: openBybitStage,
  watch: watchBybit,
}
