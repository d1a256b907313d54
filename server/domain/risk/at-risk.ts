import type { Money } from '../account/money.ts'
import type { Lots, Ticks } from '../market/instrument.ts'
import type { Side } from '../order/order.ts'

/** Working orders of one side that could still open or add to a position, at their worst prices. */
export interface WorkingStake {
  readonly quantity: Lots
  /** Σ price · quantity. */
  readonly cost: Money
  /** The farthest stop of any of them; null without such orders. */
  readonly stop: Ticks | null
  /** The farthest of the stops their senders named; null when none did. These move the stop of the whole position. */
  readonly ownStop: Ticks | null
}

/** The open position of a symbol and the stop it is planned to have. */
export interface PositionStake {
  /** The side it was entered with. */
  readonly side: Side
  readonly quantity: Lots
  /** Entry cost of the open quantity. */
  readonly cost: Money
  readonly stop: Ticks
}

/** Loss the account can suffer at its stops: one symbol in detail, all others as a sum. */
export interface AtRisk {
  readonly position: PositionStake | null
  readonly working: Readonly<Record<Side, WorkingStake>>
  /** Σ over the other symbols of their loss at the stop at worst, USDT; null while the market of one is not known. */
  readonly otherSymbols: Money | null
  /** Average true range of an hour of the symbol, in ticks; null while fewer than six whole hours are known. */
  readonly hourlyRange: number | null
}
