import type { WorkingType } from '../../exchange/account/working-type.ts'
import { type Params, readChoice } from './params.ts'

/** Names of the trigger price types at the exchange. */
export const TRIGGER_NAMES: Readonly<Record<WorkingType, 'MarkPrice' | 'LastPrice' | 'IndexPrice'>> = {
  MARK_PRICE: 'MarkPrice',
  CONTRACT_PRICE: 'LastPrice',
  INDEX_PRICE: 'IndexPrice',
}

const WORKING_TYPES = { MarkPrice: 'MARK_PRICE', LastPrice: 'CONTRACT_PRICE', IndexPrice: 'INDEX_PRICE' } as const

/** Returns the trigger price type; last price by default. */
export const readTriggerBy = (params: Params, name: string): WorkingType =>
  WORKING_TYPES[readChoice(params, name, ['LastPrice', 'MarkPrice', 'IndexPrice']) ?? 'LastPrice']
