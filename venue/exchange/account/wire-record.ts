/**
 * Order requests of clients as the APIs accept and store them, and their translation into order terms of the exchange.
 */

import type { Instant } from '../../../server/core/instant.ts'
import { type Lots, lots, type Ticks } from '../../../server/domain/market/instrument.ts'
import type { OrderTerms, Side, TimeInForce, TriggerBy } from '../../../server/domain/order/order.ts'

/** Order request of a client in the terms of the API; written before the exchange receives it, and never changed. */
export interface WireRecord {
  /** ID inside the exchange, as a client may reuse its own ID once the order has ended. */
  readonly key: string
  /** Client ID; empty when neither the client nor the API assigns one. */
  readonly clientId: string
  /** ID of a conditional order; null for the others. */
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
  /** Fields that only the Bybit API has. */
  readonly bybit?: BybitTerms
}

export type WireOrderType = 'LIMIT' | 'MARKET' | 'STOP_MARKET' | 'TAKE_PROFIT_MARKET'

/** Time in force; `GTX` is post-only. */
export type WireTimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX'

/** Terms of a client's request, checked against the rules of the instrument; the account is not checked. */
export type WireOrderTerms = Omit<WireRecord, 'key' | 'clientId' | 'algoId' | 'createdAtMs'>

/** Price that a trigger is compared with; the contract's own is the last price. */
export type WorkingType = 'MARK_PRICE' | 'CONTRACT_PRICE' | 'INDEX_PRICE'

/** Price at which a position is closed, and the price it is compared with. */
export interface StopLevel {
  readonly price: Ticks
  readonly by: WorkingType
}

/** Prices at which a whole position is closed. */
export interface StopLevels {
  readonly stopLoss: StopLevel | null
  readonly takeProfit: StopLevel | null
}

export const NO_STOPS: StopLevels = { stopLoss: null, takeProfit: null }

/** Owner of a conditional order: the client, or the position. */
export type StopOrderType = 'Stop' | 'StopLoss' | 'TakeProfit'

/** Order fields that only the Bybit API has; stored with the order. */
export interface BybitTerms {
  /** Null unless it is a conditional order. */
  readonly stopOrderType: StopOrderType | null
  /** 1 waits for the price to rise, 2 for it to fall; 0 unless it is a conditional order. */
  readonly triggerDirection: 0 | 1 | 2
  readonly closeOnTrigger: boolean
  /** Stops that the position receives with the first fill. */
  readonly attached: StopLevels
  readonly lastPrice: Ticks | null
  /** ID of the order that this one replaced; null for other orders. */
  readonly replaces: string | null
}

/** Quantity above any position size: the tradable part is determined at the trigger. */
const EVERYTHING = lots(1_000_000_000_000_000)

/** Returns whether a conditional order closes the whole position, whatever its size. */
export const closesAll = ({ quantity }: Pick<OrderTerms, 'quantity'>): boolean => quantity === EVERYTHING

const IN_FORCE: Readonly<Record<WireTimeInForce, TimeInForce>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  GTX: 'POST_ONLY',
}

const TRIGGERED_BY: Readonly<Record<WorkingType, TriggerBy>> = {
  MARK_PRICE: 'MARK',
  CONTRACT_PRICE: 'LAST',
  INDEX_PRICE: 'INDEX',
}

/** Translates the terms of a client into those of the exchange. */
export const toExchangeTerms = (requested: WireOrderTerms): OrderTerms => {
  const { symbol, side, type, price, triggerPrice, workingType, closePosition } = requested
  return {
    symbol,
    side,
    type,
    price,
    quantity: closePosition ? EVERYTHING : requested.quantity,
    trigger: triggerPrice === null ? null : { price: triggerPrice, by: TRIGGERED_BY[workingType] },
    timeInForce: IN_FORCE[requested.timeInForce],
    reduceOnly: requested.reduceOnly || closePosition,
  }
}
