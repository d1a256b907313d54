/** Ports of the local exchange: its market, account, and stores, as the Binance and Bybit APIs use them. */

import type { Decimal } from '../../server/core/decimal.ts'
import type { Instant } from '../../server/core/instant.ts'
import type { Money } from '../../server/domain/account/money.ts'
import type { BracketLookup } from '../../server/domain/margin/brackets.ts'
import type { Instrument, Lots, Ticks } from '../../server/domain/market/instrument.ts'
import type { MarkPrice } from '../../server/domain/market/market-event.ts'
import type { OrderTerms, Side } from '../../server/domain/order/order.ts'
import type { VenueFill, VenueFunding, VenueOrder } from '../../server/domain/order/venue-report.ts'
import type { ExecutionVenue, MarketSource } from '../../server/engine/model/ports.ts'
import type { Rejection } from '../../server/engine/model/venue.ts'
import type { WireRecord } from './account/wire-record.ts'

/** An order as stored by the exchange. */
export interface StoredOrder extends Pick<VenueOrder, 'exchangeOrderId' | 'status' | 'filled' | 'reason' | 'atMs'> {
  /** Quantity that may be traded: less than requested when the position was smaller. */
  readonly allowed: Lots
  /** True after the order was made to disappear silently: it can no longer be found. */
  readonly vanished: boolean
  /** Current terms: price and quantity may have been changed. */
  readonly terms: Pick<OrderTerms, 'price' | 'quantity'>
}

/** Committed records, readable at any time. */
export interface AccountRecords {
  findOrder(key: string): StoredOrder | undefined
  fillsSince(sinceMs: Instant): readonly VenueFill[]
  fundingSince(sinceMs: Instant): readonly VenueFunding[]
  readonly openingBalance: Money
}

/** Storage of the API layer: original requests of clients, and settings. */
export interface WireStore {
  /** Returns the newest records in order of arrival. */
  readRecords(limit: number): WireRecord[]
  /** Stores a record; it is durable when this returns. */
  putRecord(record: WireRecord): void
  removeRecord(key: string): void
  readSettings(): ReadonlyMap<string, string>
  putSetting(name: string, value: string): void
}

/** A netted position and the effect of an execution on it, as computed by the exchange. */
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

/** Fees as fractions of a trade's value, as decimal strings. */
interface FeeRates {
  readonly maker: string
  readonly taker: string
}

/** New terms of a limit order. */
export interface OrderChange {
  readonly price: Ticks
  readonly quantity: Lots
}

/** Outcome of a change: `canceled` when the new quantity was not above the executed one. */
export type AmendOutcome =
  | { readonly kind: 'amended' | 'canceled' | 'notOpen' | 'unknown' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The exchange behind the wire: a market, an account, and their stored state. */
export interface LocalExchange {
  readonly source: MarketSource
  readonly account: ExecutionVenue
  readonly records: AccountRecords
  readonly store: WireStore
  readonly changePosition: ChangePosition
  readonly brackets: BracketLookup
  readonly fees: FeeRates
  /** Leverage by symbol; read by the exchange, set by the wire. */
  readonly leverages: Map<string, number>
  readonly fundingAt?: FundingTermsAt
  readonly markPriceAt?: MarkPriceAt
  /** Changes price and quantity of a resting limit order; a report follows once it is committed. */
  amend(key: string, change: OrderChange): AmendOutcome
  /** Makes an open order disappear silently. */
  vanish(key: string): void
  close(): void
}

/** Mark price, index price and open interest at a past instant, if the market provides them. */
export type MarkPriceAt = (symbol: string, at: Instant) => MarkPrice | undefined

/** Rate and mark price of a past settlement, if the market provides them. */
export type FundingTermsAt = (
  symbol: string,
  settledAtMs: Instant,
) => { readonly rate: Decimal; readonly mark: Ticks } | undefined
