import type { Ticks } from '../../../server/domain/market/instrument.ts'
import type { WorkingType } from '../../exchange/account/working-type.ts'

/** A price at which a position is to be closed, and what it is compared with. */
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

/** Order fields that only the wire of Bybit has; stored with the order. */
export interface BybitTerms {
  /** Null for what is no conditional order. */
  readonly stopOrderType: StopOrderType | null
  /** 1 waits for the price to rise, 2 for it to fall; 0 for what is no conditional order. */
  readonly triggerDirection: 0 | 1 | 2
  readonly closeOnTrigger: boolean
  /** Stops that the position receives with the first fill. */
  readonly attached: StopLevels
  readonly lastPrice: Ticks | null
  /** The name of the order whose place it took; null where it has its own. */
  readonly replaces: string | null
}
