import { type Decimal, decimal } from '../../../core/decimal.ts'
import type { BracketLookup } from '../../../domain/margin/brackets.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import type { OrderTerms } from '../../../domain/order/order.ts'

/** Trading fees as a fraction of the trade's value, as decimal text; negative is a rebate. */
export interface FeeSchedule {
  readonly maker: string
  readonly taker: string
  /** Fee for a position the exchange closes, as far as the account can pay it. */
  readonly liquidation: string
}

type FeeRates = Readonly<Record<keyof FeeSchedule, Decimal>>

/** Rules that do not change while an exchange is open. */
export interface ClearingRules {
  readonly instruments: readonly Instrument[]
  readonly brackets: BracketLookup
  readonly leverage: (symbol: string) => number
  readonly fees: FeeRates
  /**
   * Returns whether a conditional reduce-only order ends with its position; otherwise it keeps waiting for its trigger.
   */
  readonly endsWithPosition: (terms: OrderTerms) => boolean
}

/** The fees of an ordinary account: 0.02 % and 0.05 %, and 1.25 % for a liquidation. */
const ORDINARY_FEES: FeeSchedule = { maker: '0.0002', taker: '0.0005', liquidation: '0.0125' }

/** The fees that are given, and the ordinary ones for the rest. */
export const toFeeRates = (given: Partial<FeeSchedule> = {}): FeeRates => {
  const { maker, taker, liquidation } = { ...ORDINARY_FEES, ...given }
  return { maker: decimal(maker), taker: decimal(taker), liquidation: decimal(liquidation) }
}
