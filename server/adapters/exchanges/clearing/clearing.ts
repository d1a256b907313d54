/**
 * State of the built-in exchange: its rules, and one account with positions, open orders, and the changes of the
 * current turn.
 */

import { type Decimal, decimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import type { Money } from '../../../domain/account/money.ts'
import type { BracketLookup } from '../../../domain/margin/brackets.ts'
import type { Instrument, Ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms } from '../../../domain/order/order.ts'
import type { VenueFill, VenueFunding } from '../../../domain/order/venue-report.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import type { VenueEvent } from '../../../engine/model/venue.ts'
import type { Matcher, MatchListener } from './matcher.ts'
import { isUntriggered, type WorkingOrder } from './working-order.ts'

/** State of the clearing: one account with cross margin and one position per symbol. */
export interface Clearing {
  readonly rules: ClearingRules
  readonly matcher: Matcher
  readonly listener: MatchListener
  readonly clock: Clock
  readonly openingBalance: Money
  walletBalance: Money
  insurance: Money
  nextOrder: bigint
  nextExecution: bigint
  readonly books: Map<string, Book>
  readonly open: Map<string, WorkingOrder>
  turn: Turn
}

/** Position, orders and prices of the account in one instrument. Changed in place by the exchange only. */
export interface Book {
  readonly instrument: Instrument
  /** Positive for long. */
  quantity: number
  /** Entry cost of the open quantity, positive. */
  cost: Money
  /** Resting orders, and conditional orders awaiting their trigger, in order of arrival. */
  readonly resting: Map<string, WorkingOrder>
  readonly conditional: Map<string, WorkingOrder>
  /** Reduce-only orders, resting and conditional. */
  readonly reduceOnly: Map<string, WorkingOrder>
  /** Value of the resting orders per side for the margin; reduce-only ones count as zero. */
  held: { BUY: Money; SELL: Money }
  mark: Ticks | null
  /** True when the market publishes a mark price; otherwise the mid price is used. */
  marked: boolean
  index: Ticks | null
  last: Ticks | null
  fundingRate: Decimal | null
  nextFundingAtMs: Instant | null
  fundingIntervalMs: number | null
  /** Last executed settlement; undefined until the first mark price. */
  fundingSettledToMs: Instant | undefined
  /** Time at which the terms of the next settlement were announced. */
  fundingAnnouncedAtMs: Instant
}

/** Events since the last commit, to be published after the next one. */
export interface Turn {
  readonly events: VenueEvent[]
  readonly orders: Map<string, WorkingOrder>
  readonly fills: VenueFill[]
  readonly funding: VenueFunding[]
  /** Symbols whose position has changed. */
  readonly moved: Set<string>
  /** True when the account must be written although no order or execution implies it. */
  accountChanged: boolean
}

export const createTurn = (): Turn => ({
  events: [],
  orders: new Map(),
  fills: [],
  funding: [],
  moved: new Set(),
  accountChanged: false,
})

export const createBook = (instrument: Instrument): Book => ({
  instrument,
  quantity: 0,
  cost: 0n,
  resting: new Map(),
  conditional: new Map(),
  reduceOnly: new Map(),
  held: { BUY: 0n, SELL: 0n },
  mark: null,
  marked: false,
  index: null,
  last: null,
  fundingRate: null,
  nextFundingAtMs: null,
  fundingIntervalMs: null,
  fundingSettledToMs: undefined,
  fundingAnnouncedAtMs: Number.NEGATIVE_INFINITY,
})

/**
 * Returns the next order ID: a decimal string of nineteen digits, beyond the precision of numbers, as on real
 * exchanges.
 */
export const nextOrderId = (clearing: Clearing): string => (clearing.nextOrder++).toString()

export const nextExecId = (clearing: Clearing): string => (clearing.nextExecution++).toString()

/** Adds an open order to the lists it belongs to. */
export const addOpenOrder = (clearing: Clearing, book: Book, order: WorkingOrder): void => {
  const { venueClientId } = order
  clearing.open.set(venueClientId, order)
  if (isUntriggered(order)) book.conditional.set(venueClientId, order)
  else book.resting.set(venueClientId, order)
  if (order.terms.reduceOnly) book.reduceOnly.set(venueClientId, order)
}

/** Removes an ended order from all lists of open ones. */
export const removeOpenOrder = (clearing: Clearing, book: Book, { venueClientId }: WorkingOrder): void => {
  clearing.open.delete(venueClientId)
  book.resting.delete(venueClientId)
  book.conditional.delete(venueClientId)
  book.reduceOnly.delete(venueClientId)
}

/** Trading fees as a fraction of the trade's value, as decimal strings; negative is a rebate. */
export interface FeeSchedule {
  readonly maker: string
  readonly taker: string
  /** Fee for a position closed by the exchange, limited to what the account can pay. */
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

/** Fees of a regular account: 0.02% and 0.05%, and 1.25% for a liquidation. */
const ORDINARY_FEES: FeeSchedule = { maker: '0.0002', taker: '0.0005', liquidation: '0.0125' }

/** Completes the given fees with the regular ones. */
export const toFeeRates = (given: Partial<FeeSchedule> = {}): FeeRates => {
  const { maker, taker, liquidation } = { ...ORDINARY_FEES, ...given }
  return { maker: decimal(maker), taker: decimal(taker), liquidation: decimal(liquidation) }
}
