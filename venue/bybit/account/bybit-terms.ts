import type { Ticks } from '../../../server/domain/market/instrument.ts'
import type { WorkingType } from '../../account/working-type.ts'

/** A price at which a position is to be closed, and what it is compared with. */
export interface StopLevel {
  readonly price: Ticks
  readonly by: WorkingType
}

/** Where a whole position is to be closed. */
export interface StopLevels {
  readonly stopLoss: StopLevel | null
  readonly takeProfit: StopLevel | null
}

export const NO_STOPS: StopLevels = { stopLoss: null, takeProfit: null }

/** Whose a conditional order is: the client's, or the position's own. */
export type StopOrderType = 'Stop' | 'StopLoss' | 'TakeProfit'

/** What the wire of Bybit knows of an order beside what both wires do; kept with it. */
export interface BybitTerms {
  /** Null for what is no conditional order. */
  readonly stopOrderType: StopOrderType | null
  /** 1 waits for the price to rise, 2 for it to fall; 0 for what is no conditional order. */
  readonly triggerDirection: 0 | 1 | 2
  readonly closeOnTrigger: boolean
  /** What the position gets with the first fill. */
  readonly attached: StopLevels
  readonly lastPrice: Ticks | null
  /** The name of the order whose place it took; null where it has its own. */
  readonly replaces: string | null
}
