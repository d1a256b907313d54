import type { Decimal } from '../server/core/decimal.ts'
import type { Instant } from '../server/core/instant.ts'
import type { Money } from '../server/domain/account/money.ts'
import type { BracketLookup } from '../server/domain/margin/brackets.ts'
import type { Instrument, Lots, Ticks } from '../server/domain/market/instrument.ts'
import type { MarkPrice } from '../server/domain/market/market-event.ts'
import type { OrderTerms, Side } from '../server/domain/order/order.ts'
import type { VenueFill, VenueFunding, VenueOrder } from '../server/domain/order/venue-report.ts'
import type { ExecutionVenue, MarketSource } from '../server/engine/model/ports.ts'
import type { Rejection } from '../server/engine/model/venue.ts'
import type { WireRecord } from './account/wire-record.ts'

/** An order as the exchange's store has it. */
export interface StoredOrder extends Pick<VenueOrder, 'exchangeOrderId' | 'status' | 'filled' | 'reason' | 'atMs'> {
  /** How much of it may trade at all: less than was asked where it met a smaller position. */
  readonly allowed: Lots
  /** Gone without a word: not found any more. */
  readonly vanished: boolean
  /** As they are now: price and quantity may have been changed. */
  readonly terms: Pick<OrderTerms, 'price' | 'quantity'>
}

/** What is committed, to be read at any time. */
export interface AccountRecords {
  findOrder(key: string): StoredOrder | undefined
  fillsSince(sinceMs: Instant): readonly VenueFill[]
  fundingSince(sinceMs: Instant): readonly VenueFunding[]
  readonly openingBalance: Money
}

/** What the wire itself has to remember: what clients asked in their own words, and what they have set. */
export interface WireStore {
  /** The newest of them, in the order they came in. */
  readRecords(limit: number): WireRecord[]
  /** Durable when it returns. */
  putRecord(record: WireRecord): void
  removeRecord(key: string): void
  readSettings(): ReadonlyMap<string, string>
  putSetting(name: string, value: string): void
}

/** A netted position and what an execution makes of it, as the exchange counts it. */
export interface NetPosition {
  readonly quantity: number
  readonly cost: Money
}

/** Books an execution to a position. */
export type ChangePosition = (
  instrument: Instrument,
  held: NetPosition,
  execution: { readonly side: Side; readonly price: Ticks; readonly quantity: Lots },
) => NetPosition & { readonly realized: Money }

/** Parts of a trade's value, as decimal text. */
interface FeeRates {
  readonly maker: string
  readonly taker: string
}

/** What a limit order is changed to. */
export interface OrderChange {
  readonly price: Ticks
  readonly quantity: Lots
}

/** What has become of a change: `canceled` where no more was asked for than was executed already. */
export type AmendOutcome =
  | { readonly kind: 'amended' | 'canceled' | 'notOpen' | 'unknown' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The exchange behind the wire: a market, an account, and what both have kept. */
export interface LocalExchange {
  readonly source: MarketSource
  readonly account: ExecutionVenue
  readonly records: AccountRecords
  readonly store: WireStore
  readonly changePosition: ChangePosition
  readonly brackets: BracketLookup
  readonly fees: FeeRates
  /** Asked by the exchange for the leverage of a symbol; set by the wire. */
  readonly leverages: Map<string, number>
  readonly fundingAt?: FundingTermsAt
  readonly markPriceAt?: MarkPriceAt
  /** Changes price and quantity of a limit order that waits; it is told by a report once it is committed. */
  amend(key: string, change: OrderChange): AmendOutcome
  /** Makes an open order disappear without a word. */
  vanish(key: string): void
  close(): void
}

/** Mark, index and open interest of an instant that is past, where the market can tell them. */
export type MarkPriceAt = (symbol: string, at: Instant) => MarkPrice | undefined

/** Rate and mark of a settlement that is past, where the market can tell them. */
export type FundingTermsAt = (
  symbol: string,
  settledAtMs: Instant,
) => { readonly rate: Decimal; readonly mark: Ticks } | undefined
