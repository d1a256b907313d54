import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import type { StageOptions } from '../venue-wire/venue-stage.ts'
import { API_KEY as BINANCE_KEY, API_SECRET as BINANCE_SECRET, openStage } from '../venue-wire/venue-stage.ts'
import { API_KEY as BYBIT_KEY, API_SECRET as BYBIT_SECRET, openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { type Prices, watchBinance, watchBybit } from './watch-prices.ts'

/** A local exchange that speaks like one of others. */
export interface Place {
  readonly name: string
  readonly id: ExchangeId
  readonly keys: { readonly apiKey: string; readonly secret: string }
  /** An order's name is never free again; otherwise only as long as the order is open. */
  readonly namesAreForEver: boolean
  /** A conditional order that only reduces waits on when its position is gone. */
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
