/**
 * Types of the exchange-specific adapters for orders, account settings and the account stream, and of the raw records
 * they return.
 */

import type { Exchange } from 'ccxt'
import type { TimeRange } from '../../../../core/instant.ts'
import type { KeyPermissions } from '../../../../domain/account/account.ts'
import type { OrderTerms, OrderType, Side, TimeInForce, TriggerBy } from '../../../../domain/order/order.ts'
import type { FillKind, Liquidity, VenueStatus } from '../../../../domain/order/venue-report.ts'
import type { VenueFault } from '../error-codes.ts'
import type { Listing } from '../listing.ts'

/**
 * Adapter for orders, positions, executions and the wallet at one exchange: everything that CCXT does not unify.
 * Functions may throw: the caller determines from the response on the wire what happened.
 */
export interface OrderDialect {
  readonly lists: readonly OrderList[]
  /** True if the exchange supports stops attached to an entry. */
  readonly attachesStops: boolean
  /** Maximum number of days of executions and payments in one query. */
  readonly windowDays: number
  /**
   * Parameters of `createOrder` in addition to or instead of the common ones (client ID, reduceOnly, timeInForce,
   * trigger price).
   */
  extras(request: OrderRequest): Readonly<Record<string, unknown>>
  /** Cancels an order and returns the order in the exchange's response, which may contain only its ID. */
  cancel(rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined>
  /** Reads the response to `createOrder`, as in the library's `info`. */
  readPlaced(info: unknown, list: OrderList): RawOrder
  /**
   * Maximum number of instruments for which open orders are listed by instrument, which is cheaper; orders in other
   * instruments are then listed only when all are requested. Zero when every list contains all orders.
   */
  readonly ordersBySymbolUpTo: number
  /**
   * Returns all open orders of one list, all pages, for at least these instruments; undefined requests all instruments.
   */
  openOrders(rest: Exchange, listings: readonly Listing[] | undefined, list: OrderList): Promise<readonly RawOrder[]>
  /**
   * Returns an order, open or ended, from any list. Undefined, or a fault in `noSuchOrder`, means that it is in none of
   * them.
   */
  findOrder(rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined>
  /** Returns all executions of one order. */
  orderExecutions(rest: Exchange, listing: Listing, orderId: string): Promise<readonly RawFill[]>
  /**
   * True if executions are listed only by instrument; otherwise executions in all instruments are requested together.
   */
  readonly executionsBySymbol: boolean
  /** Returns all executions within at most `windowDays`, all pages, in one instrument or in all. */
  executions(rest: Exchange, listing: Listing | undefined, range: TimeRange): Promise<readonly RawFill[]>
  /** Returns all funding payments of at least these instruments, within at most `windowDays`, all pages. */
  funding(rest: Exchange, listings: readonly Listing[], range: TimeRange): Promise<readonly RawFunding[]>
  /**
   * Returns the USDT wallet balance without unrealised PnL, as received. Undefined when it is missing from the list: an
   * empty list is not an empty wallet.
   */
  wallet(rest: Exchange): Promise<unknown>
  /** Reads the leverage by native symbol, if positions do not report it and it may have been changed elsewhere. */
  leverages?(rest: Exchange): Promise<ReadonlyMap<unknown, unknown>>
  /** Reads the positions of at least these instruments; flat ones may be omitted. */
  positions(rest: Exchange, listings: readonly Listing[]): Promise<readonly RawPosition[]>
  readonly stream: StreamDialect
  readonly account: AccountDialect
}

/** Order to be found or cancelled: its instrument, its list, and one of its IDs. */
export interface NamedOrder {
  readonly listing: Listing
  readonly list: OrderList
  readonly name: OrderName
}

/** List of the exchange that contains an order; an exchange with a single list has only the first. */
export type OrderList = 'regular' | 'conditional'

/** Order to be placed, with prices and quantities as decimal strings in the exchange's units. */
export interface OrderRequest {
  readonly listing: Listing
  readonly terms: OrderTerms
  readonly venueClientId: string
  readonly recvWindowMs: number
  readonly quantity: string
  /** Null for a market order. */
  readonly price: string | null
  /** Trigger price of a conditional order. */
  readonly trigger: string | null
  /** Stop attached to an entry, if the exchange supports it. */
  readonly stopLoss: { readonly price: string; readonly by: TriggerBy } | null
}

/** Client order ID that we assigned, or the exchange's order ID. */
export type OrderName = { readonly by: 'us'; readonly id: string } | { readonly by: 'exchange'; readonly id: string }

/**
 * Order as reported by an exchange, field by field: enumerated values in our terms, or undefined where the exchange's
 * value is unknown; numbers, IDs and times as received. The reader validates everything. Undefined also stands for a
 * missing field.
 */
export interface RawOrder {
  readonly list: OrderList
  /** The exchange's own ID, used for cancels. */
  readonly id: unknown
  /** ID of the order that a triggered conditional order has become; undefined before, or if the ID does not change. */
  readonly becameId?: unknown
  /**
   * Client order ID, assigned by us or another creator; empty or undefined if the order has none, such as the
   * exchange's own orders.
   */
  readonly clientId: unknown
  /** The exchange's own symbol of the instrument. */
  readonly native: unknown
  readonly side: Side | undefined
  readonly type: OrderType | undefined
  /** Quantity in the exchange's own units, as are `filled` and `price`. */
  readonly quantity: unknown
  readonly filled: unknown
  /** Undefined, zero or empty for a market order. */
  readonly price: unknown
  /** Trigger of a conditional order; one of the type `LIMIT` with a trigger then becomes a limit order. */
  readonly trigger: unknown
  readonly triggerBy: TriggerBy | undefined
  readonly timeInForce: TimeInForce | undefined
  readonly reduceOnly: boolean | undefined
  readonly status: VenueStatus | undefined
  /** Kind of the executions of an order the exchange placed itself, such as a liquidation. */
  readonly ownKind?: FillKind
  /**
   * True for an order the exchange created to protect a position: it is attached to the entry, and ends with the
   * position.
   */
  readonly attached?: true
  /** The exchange's reason for the end of the order. */
  readonly reason: string | null
  /** Time of the exchange's last change. */
  readonly atMs: unknown
}

/** Execution as reported by an exchange, in the format of `RawOrder`. */
export interface RawFill {
  readonly id: unknown
  readonly orderId: unknown
  /**
   * Null when the exchange placed the order itself; undefined when it is not reported, in which case the order is
   * queried.
   */
  readonly clientId: unknown
  readonly native: unknown
  readonly side: Side | undefined
  readonly price: unknown
  readonly quantity: unknown
  /** Positive when paid, negative for a rebate. */
  readonly fee: unknown
  readonly feeAsset: unknown
  readonly liquidity: Liquidity | undefined
  /** Undefined if the exchange does not report it; the order is then queried. */
  readonly kind: FillKind | undefined
  readonly atMs: unknown
}

/** Funding payment as reported by an exchange; negative when we pay. */
export interface RawFunding {
  readonly id: unknown
  readonly native: unknown
  readonly amount: unknown
  readonly asset: unknown
  /** Undefined where the exchange does not report it. */
  readonly rate: unknown
  readonly atMs: unknown
}

/** Position as reported by an exchange, in the format of `RawOrder`. */
export interface RawPosition {
  readonly native: unknown
  /** Signed, in the exchange's own units: positive is long. */
  readonly quantity: unknown
  readonly entryPrice: unknown
  /** Empty, zero or negative when no price can liquidate the position. */
  readonly liquidationPrice: unknown
  /** Undefined where the exchange does not report it: the configured leverage applies. */
  readonly leverage: unknown
  readonly maintenanceMargin: unknown
  /** True in hedge mode, where long and short are separate positions; undefined for an unknown value. */
  readonly hedged?: boolean | undefined
  /** True if the position has isolated margin instead of the account's. */
  readonly isolated?: boolean | undefined
}

/** Content of one private stream message. */
export interface StreamMessage {
  /** Name or number of a subscription that is now in effect. */
  readonly acknowledged?: string
  readonly orders?: readonly RawOrder[]
  readonly fills?: readonly RawFill[]
  /** Reason why the exchange ends this stream or rejects the login; no more messages follow. */
  readonly ended?: string
  /** Reason for refusing the login. */
  readonly fault?: VenueFault
}

/** Adapter for the account stream of one exchange. */
export interface StreamDialect {
  /**
   * Signs in, if that requires a separate request; errors are handled like those of any other call. No object of the
   * library is used again after a failure.
   */
  authenticate(streams: Exchange): Promise<unknown>
  /** The library's calls that keep the streams open; each is called again as soon as it has answered. */
  readonly watches: readonly ((streams: Exchange) => Promise<unknown>)[]
  /** Number of subscriptions to be acknowledged before the stream is complete; zero when being connected is enough. */
  readonly subscriptions: number
  /** Returns whether a connection is the private one. */
  isPrivate(url: string): boolean
  /** Reads a message as received, parsed from JSON; empty if it is irrelevant. */
  parseMessage(message: unknown): StreamMessage
}

/**
 * Adapter for the account settings and key permissions at one exchange. Setting a value that is already in effect may
 * return a fault in `errors.unchanged`.
 */
export interface AccountDialect {
  /** True if long and short positions are separate, false in one-way mode; undefined when it is unknown. */
  isHedged(rest: Exchange, listings: readonly Listing[]): Promise<boolean | undefined>
  setOneWay(rest: Exchange, listings: readonly Listing[]): Promise<unknown>
  /** True if assets other than USDT cover losses; undefined when it is unknown. */
  isMultiAsset(rest: Exchange): Promise<boolean | undefined>
  setCrossMargin(rest: Exchange, listing: Listing, leverage: number): Promise<unknown>
  setLeverage(rest: Exchange, listing: Listing, leverage: number): Promise<unknown>
  permissions(rest: Exchange): Promise<KeyPermissions>
}
