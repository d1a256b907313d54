import type { Instant } from '../../../server/core/instant.ts'
import type { Lots, Ticks } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import type { BybitTerms } from '../../bybit/stops/bybit-terms.ts'
import type { WorkingType } from './working-type.ts'

/** `GTX` is what posts only. */
export type WireTimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX'
export type WireOrderType = 'LIMIT' | 'MARKET' | 'STOP_MARKET' | 'TAKE_PROFIT_MARKET'

/** A client's request in its own terms; written before the exchange receives it, and never changed. */
export interface WireRecord {
  /** The order's name inside the exchange: a client's own may come again when the order is over. */
  readonly key: string
  /** Empty where the client gave none and the wire gives none itself. */
  readonly clientId: string
  /** Id of a conditional order; null for the others. */
  readonly algoId: string | null
  readonly symbol: string
  readonly side: Side
  readonly type: WireOrderType
  readonly timeInForce: WireTimeInForce
  /** Requested quantity; zero closes the whole position, whatever its size. */
  readonly quantity: Lots
  readonly price: Ticks | null
  readonly triggerPrice: Ticks | null
  readonly workingType: WorkingType
  readonly reduceOnly: boolean
  readonly closePosition: boolean
  readonly priceProtect: boolean
  readonly createdAtMs: Instant
  /** Fields that exist on the wire of Bybit only. */
  readonly bybit?: BybitTerms
}

/** Terms of a client's request, checked against the rules of the instrument; the account is not checked. */
export type WireOrderTerms = Omit<WireRecord, 'key' | 'clientId' | 'algoId' | 'createdAtMs'>
