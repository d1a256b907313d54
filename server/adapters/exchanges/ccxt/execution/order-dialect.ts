import type { Exchange } from 'ccxt'
import type { TimeRange } from '../../../../core/instant.ts'
import type { KeyPermissions } from '../../../../domain/account/key-permissions.ts'
import type { OrderTerms, OrderType, Side, TimeInForce, TriggerBy } from '../../../../domain/order/order.ts'
import type { FillKind, Liquidity, VenueStatus } from '../../../../domain/order/venue-report.ts'
import type { VenueFault } from '../dialect.ts'
import type { Listing } from '../listing.ts'

/** Which of an exchange's lists an order is in; an exchange that keeps all of them in one has the first alone. */
export type OrderList = 'regular' | 'conditional'

/** An order to be placed, with its figures as the exchange counts and writes them. */
export interface OrderRequest {
  readonly listing: Listing
  readonly terms: OrderTerms
  readonly venueClientId: string
  readonly recvWindowMs: number
  readonly quantity: string
  /** Null for what trades at any price. */
  readonly price: string | null
  /** Of conditional orders. */
  readonly trigger: string | null
  /** Sent along with an entry, where the exchange does that. */
  readonly stopLoss: { readonly price: string; readonly by: TriggerBy } | null
}

/** An order by our name for it or by the exchange's. */
export type OrderName = { readonly by: 'us'; readonly id: string } | { readonly by: 'exchange'; readonly id: string }

export interface NamedOrder {
  readonly listing: Listing
  readonly list: OrderList
  readonly name: OrderName
}

/**
 * What an exchange says of an order, field by field: choices in our words, or undefined where the exchange's word is not
 * known; figures, ids and times as it wrote them. Whoever reads it checks everything. Undefined is also what is not said.
 */
export interface RawOrder {
  readonly list: OrderList
  /** The exchange's own id, which cancels it. */
  readonly id: unknown
  /** Of the order a conditional one has become when it was set off; undefined before, or where the id stays. */
  readonly becameId?: unknown
  /** Ours, or whoever's who made it; empty or undefined where it has none, as for what the exchange made itself. */
  readonly clientId: unknown
  /** The exchange's own name of the instrument. */
  readonly native: unknown
  readonly side: Side | undefined
  readonly type: OrderType | undefined
  /** In the exchange's own units, as are `filled` and `price`. */
  readonly quantity: unknown
  readonly filled: unknown
  /** Undefined, zero or empty for what trades at any price. */
  readonly price: unknown
  /** What sets a conditional order off; one of the type `LIMIT` with a trigger becomes a limit order then. */
  readonly trigger: unknown
  readonly triggerBy: TriggerBy | undefined
  readonly timeInForce: TimeInForce | undefined
  readonly reduceOnly: boolean | undefined
  readonly status: VenueStatus | undefined
  /** Of what the exchange ordered itself, such as a liquidation: the kind of its executions. */
  readonly ownKind?: FillKind
  /** Of what the exchange made itself to protect a position: it came with the entry, and goes with the position. */
  readonly attached?: true
  /** The exchange's own words for why it ended. */
  readonly reason: string | null
  /** When the exchange last changed it. */
  readonly atMs: unknown
}

/** What an exchange says of an execution, in the manner of `ToldOrder`. */
export interface RawFill {
  readonly id: unknown
  readonly orderId: unknown
  /** Null where the exchange made the order itself; undefined where it does not say: then it is asked for the order. */
  readonly clientId: unknown
  readonly native: unknown
  readonly side: Side | undefined
  readonly price: unknown
  readonly quantity: unknown
  /** Positive is paid, negative a rebate. */
  readonly fee: unknown
  readonly feeAsset: unknown
  readonly liquidity: Liquidity | undefined
  /** Undefined where the exchange does not say: then it is asked for the order. */
  readonly kind: FillKind | undefined
  readonly atMs: unknown
}

/** What an exchange says of a funding payment; negative is paid by us. */
export interface RawFunding {
  readonly id: unknown
  readonly native: unknown
  readonly amount: unknown
  readonly asset: unknown
  /** Undefined where the exchange does not say. */
  readonly rate: unknown
  readonly atMs: unknown
}

/** What an exchange says of a position, in the manner of `ToldOrder`. */
export interface RawPosition {
  readonly native: unknown
  /** Signed, in the exchange's own units: positive is long. */
  readonly quantity: unknown
  readonly entryPrice: unknown
  /** Empty, zero or negative where no price can liquidate it. */
  readonly liquidationPrice: unknown
  /** Undefined where the exchange does not say: what was set holds. */
  readonly leverage: unknown
  readonly maintenanceMargin: unknown
  /** True where long and short are kept apart; undefined where the exchange's word for it is not known. */
  readonly hedged?: boolean | undefined
  /** True where the position has margin of its own instead of the account's. */
  readonly isolated?: boolean | undefined
}

/** What one message of the private stream tells. */
export interface StreamMessage {
  /** A subscription is in force from now on: the exchange's name or number of it. */
  readonly acknowledged?: string
  readonly orders?: readonly RawOrder[]
  readonly fills?: readonly RawFill[]
  /** The exchange ends this stream, or does not let us in: nothing more will come over it. */
  readonly ended?: string
  /** Why it does not let us in. */
  readonly fault?: VenueFault
}

/** The account's own stream. */
export interface StreamDialect {
  /**
   * Signs in, where that is a request of its own; what it throws is judged like any other call. Nothing of the library is
   * used again after a failure.
   */
  authenticate(streams: Exchange): Promise<unknown>
  /** The library's calls that keep the streams open; each is called again as soon as it has answered. */
  readonly watches: readonly ((streams: Exchange) => Promise<unknown>)[]
  /** How many subscriptions must be acknowledged before everything is told; with none, being connected is enough. */
  readonly subscriptions: number
  /** Whether a connection is the private one. */
  isPrivate(url: string): boolean
  /** Reads a message as it came over the wire, parsed from JSON; everything that is none of ours is empty. */
  parseMessage(message: unknown): StreamMessage
}

/** The account's settings. What is set already may be answered with a fault in `errors.unchanged`. */
export interface AccountDialect {
  /** True where long and short are kept apart, false in one-way mode; undefined when it cannot be told. */
  isHedged(rest: Exchange, listings: readonly Listing[]): Promise<boolean | undefined>
  setOneWay(rest: Exchange, listings: readonly Listing[]): Promise<unknown>
  /** True where other assets than USDT stand in for losses; undefined when it cannot be told. */
  isMultiAsset(rest: Exchange): Promise<boolean | undefined>
  setCrossMargin(rest: Exchange, listing: Listing, leverage: number): Promise<unknown>
  setLeverage(rest: Exchange, listing: Listing, leverage: number): Promise<unknown>
  permissions(rest: Exchange): Promise<KeyPermissions>
}

/**
 * Everything of orders, positions, executions and the wallet that differs from one exchange to another and the library does
 * not hide. Every function may throw, and none catches: what was thrown is judged by what came over the wire.
 */
export interface OrderDialect {
  readonly lists: readonly OrderList[]
  /** A stop sent along with an entry is really placed. */
  readonly attachesStops: boolean
  /** How many days of executions and payments may be asked for at once. */
  readonly windowDays: number
  /** Parameters of `createOrder` beside or instead of the common ones (client id, reduceOnly, timeInForce, trigger price). */
  extras(request: OrderRequest): Readonly<Record<string, unknown>>
  /** Answers what the exchange has said of the order, which may be nothing but its id. */
  cancel(rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined>
  /** Reads what `createOrder` has answered: the library's `info`. */
  readPlaced(info: unknown, list: OrderList): RawOrder
  /**
   * For so many instruments open orders are listed by instrument, as that is cheaper: then those in others are told only when all
   * are asked for. Zero where all are told in any case.
   */
  readonly ordersBySymbolUpTo: number
  /** All that are open in one list, every page, of these instruments at least; undefined is of all there are. */
  openOrders(rest: Exchange, listings: readonly Listing[] | undefined, list: OrderList): Promise<readonly RawOrder[]>
  /** One order, open or over, wherever the exchange keeps it. Undefined, or a fault in `noSuchOrder`: it is in none of them. */
  findOrder(rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined>
  /** All executions of one order. */
  orderExecutions(rest: Exchange, listing: Listing, orderId: string): Promise<readonly RawFill[]>
  /** True where executions are listed by instrument alone; otherwise those in all instruments are asked for at once. */
  readonly executionsBySymbol: boolean
  /** All executions within at most `windowDays`, every page, in one instrument or in all. */
  executions(rest: Exchange, listing: Listing | undefined, range: TimeRange): Promise<readonly RawFill[]>
  /** All funding payments of these instruments at least, within at most `windowDays`, every page. */
  funding(rest: Exchange, listings: readonly Listing[], range: TimeRange): Promise<readonly RawFunding[]>
  /**
   * USDT in the wallet, without unrealised results, as the exchange writes it. Undefined where it is not listed and ought to be:
   * an empty list is no empty wallet.
   */
  wallet(rest: Exchange): Promise<unknown>
  /** By the exchange's own names, where positions do not tell it and what was set may have been changed by others. */
  leverages?(rest: Exchange): Promise<ReadonlyMap<unknown, unknown>>
  /** The positions of these instruments at least; those without a quantity may be left out. */
  positions(rest: Exchange, listings: readonly Listing[]): Promise<readonly RawPosition[]>
  readonly stream: StreamDialect
  readonly account: AccountDialect
}
