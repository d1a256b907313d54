/**
 * Account of the local exchange as its APIs publish it: orders, executions, funding payments, positions and wallet,
 * with lookups by ID and status conversions.
 */

import type { Instant } from '../../../server/core/instant.ts'
import type { Money } from '../../../server/domain/account/money.ts'
import { type Instrument, type Lots, lots } from '../../../server/domain/market/instrument.ts'
import type { VenueFill, VenueFunding, VenueStatus } from '../../../server/domain/order/venue-report.ts'
import type { ChangePosition, NetPosition } from '../ports.ts'
import type { WireRecord } from './wire-record.ts'

/** Committed state of the account, changed only by events of the exchange. */
export interface AccountBook {
  readonly changePosition: ChangePosition
  readonly instruments: ReadonlyMap<string, Instrument>
  /** Returns the order ID on the wire. */
  readonly toWireId: (order: OrderNames) => string
  /** Orders by key, in order of arrival. */
  readonly orders: Map<string, WireOrder>
  /** The orders that are still open. */
  readonly open: Map<string, WireOrder>
  /** Current order key for each order ID on the wire. */
  readonly keyOfOrder: Map<string, string>
  readonly keyOfAlgo: Map<string, string>
  /** Key of the latest order with each client ID; conditional orders have a separate client ID namespace. */
  readonly keyOfClient: Map<string, string>
  readonly fills: WireFill[]
  readonly funding: WireFunding[]
  readonly positions: Map<string, HeldPosition>
  wallet: Money
}

/** Order as the API publishes it: the request and its outcome. */
export interface WireOrder {
  /** Record with the latest price and quantity. */
  record: WireRecord
  /** Nineteen digits. For a conditional order, the ID of the order it becomes when triggered. */
  readonly orderId: string
  status: VenueStatus
  filled: Lots
  /** Price times quantity of its fills. */
  tickLots: bigint
  /** Totals of its fills. */
  readonly booked: { quantity: Lots; fees: Money; realized: Money }
  /** Requested quantity: an order that closes a position requests all of it once it is triggered. */
  quantity: Lots
  reason: string | null
  /** Zero until it is triggered. */
  triggeredAtMs: Instant
  updatedAtMs: Instant
}

/** Identity of an order: the ID assigned by the exchange, and the client's request. */
export type OrderNames = Pick<WireOrder, 'orderId' | 'record'>

/** State of the account after an entry was booked. */
interface Standing {
  readonly positionAfter: number
  readonly walletAfter: Money
}

/** An execution with its realised PnL before fees. */
export interface WireFill extends VenueFill, Standing {
  readonly realized: Money
  /** Filled quantity of its order, including this execution. */
  readonly orderFilled: Lots
}

/** A funding payment. */
export interface WireFunding extends VenueFunding, Standing {}

/** A position, and the result of its symbol. */
export interface HeldPosition extends NetPosition {
  /** Total realised PnL in this symbol, before fees. */
  readonly realized: Money
  /** Total result in this symbol, after fees and funding, and the part of it from before this position. */
  readonly earned: Money
  readonly earnedBefore: Money
  /** Time of the first position ever, and of the current one; zero if none. */
  readonly createdAtMs: Instant
  readonly openedAtMs: Instant
  readonly updatedAtMs: Instant
}

const NO_POSITION: HeldPosition = {
  quantity: 0,
  cost: 0n,
  realized: 0n,
  earned: 0n,
  earnedBefore: 0n,
  createdAtMs: 0,
  openedAtMs: 0,
  updatedAtMs: 0,
}

type BookParts = Pick<AccountBook, 'changePosition' | 'instruments'> & {
  readonly wallet: Money
  /** Defaults to the order IDs of the exchange. */
  readonly toWireId?: AccountBook['toWireId']
}

export const createAccountBook = (parts: BookParts): AccountBook => ({
  toWireId: ({ orderId }) => orderId,
  ...parts,
  orders: new Map(),
  open: new Map(),
  keyOfOrder: new Map(),
  keyOfAlgo: new Map(),
  keyOfClient: new Map(),
  fills: [],
  funding: [],
  positions: new Map(),
})

/** Returns the position in a symbol, or an empty position. */
export const positionIn = ({ positions }: AccountBook, symbol: string): HeldPosition =>
  positions.get(symbol) ?? NO_POSITION

const OVER: ReadonlySet<VenueStatus> = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])

/** Returns whether the order has ended. */
export const isOver = ({ status }: WireOrder): boolean => OVER.has(status)

/** Returns whether the order is or was in the market; for a conditional order only after its trigger. */
export const isInMarket = ({ record, triggeredAtMs }: WireOrder): boolean => record.algoId === null || triggeredAtMs > 0

/** Returns whether a conditional order can still be triggered. */
export const isWaiting = (order: WireOrder): boolean =>
  order.record.algoId !== null && !isOver(order) && !isInMarket(order)

/** Adds an order to all indexes; beyond the maximum, the oldest ended orders are removed. */
export const addOrder = (book: AccountBook, order: WireOrder): void => {
  const { record } = order
  book.orders.set(record.key, order)
  if (!isOver(order)) book.open.set(record.key, order)
  book.keyOfOrder.set(book.toWireId(order), record.key)
  book.keyOfClient.set(clientName(record.clientId, record.algoId !== null), record.key)
  if (record.algoId !== null) book.keyOfAlgo.set(record.algoId, record.key)
  if (book.orders.size > ORDERS_MAX + SLACK) forgetOldest(book)
}

const clientName = (clientId: string, isAlgo: boolean): string => `${isAlgo ? 'algo' : 'order'} ${clientId}`

/** Finds the newest order with a client ID; a triggered order keeps its own. */
export const findByClientId = ({ keyOfClient, orders }: AccountBook, clientId: string): WireOrder | undefined =>
  orders.get(keyOfClient.get(clientName(clientId, false)) ?? keyOfClient.get(clientName(clientId, true)) ?? '')

/** Finds the newest conditional order with a client ID. */
export const findAlgoByClientId = ({ keyOfClient, orders }: AccountBook, clientId: string): WireOrder | undefined =>
  orders.get(keyOfClient.get(clientName(clientId, true)) ?? '')

/** Maximum number of listed orders and executions; beyond it, the oldest are dropped in bulk, except open orders. */
export const ORDERS_MAX = 20_000
const FILLS_MAX = 100_000
const SLACK = 1_000

const forgetOldest = (book: AccountBook): void => {
  for (const order of [...book.orders.values()].slice(0, SLACK)) if (isOver(order)) forgetOrder(book, order)
}

/** Removes the order from all indexes. */
export const forgetOrder = (book: AccountBook, order: WireOrder): void => {
  const { record } = order
  const id = book.toWireId(order)
  book.orders.delete(record.key)
  book.open.delete(record.key)
  if (book.keyOfOrder.get(id) === record.key) book.keyOfOrder.delete(id)
  const name = clientName(record.clientId, record.algoId !== null)
  if (book.keyOfClient.get(name) === record.key) book.keyOfClient.delete(name)
  if (record.algoId !== null) book.keyOfAlgo.delete(record.algoId)
}

/** Books an execution to position and wallet; undefined for an unknown instrument. */
export const addFill = (book: AccountBook, fill: VenueFill): WireFill | undefined => {
  const instrument = book.instruments.get(fill.symbol)
  if (!instrument) return undefined
  const held = positionIn(book, fill.symbol)
  const { realized, ...net } = book.changePosition(instrument, held, fill)
  book.positions.set(fill.symbol, positionAfter(held, net, { fill, realized }))
  book.wallet += realized - fill.fee
  const orderFilled = countFill(book, fill, realized)
  const booked = { ...fill, realized, orderFilled, positionAfter: net.quantity, walletAfter: book.wallet }
  book.fills.push(booked)
  if (book.fills.length > FILLS_MAX + SLACK) book.fills.splice(0, SLACK)
  return booked
}

const positionAfter = (
  held: HeldPosition,
  net: NetPosition,
  { fill, realized }: { readonly fill: VenueFill; readonly realized: Money },
): HeldPosition => {
  const atMs = fill.executedAtMs
  const earned = held.earned + realized - fill.fee
  const turned = held.quantity * net.quantity < 0
  const isNew = turned || held.quantity === 0
  return {
    ...net,
    realized: held.realized + realized,
    earned,
    earnedBefore: turned ? earned : isNew ? held.earned : held.earnedBefore,
    createdAtMs: held.createdAtMs || atMs,
    openedAtMs: net.quantity === 0 ? 0 : isNew ? atMs : held.openedAtMs,
    updatedAtMs: atMs,
  }
}

/** Adds an execution to its order and returns the order's filled quantity. */
const countFill = (book: AccountBook, fill: VenueFill, realized: Money): Lots => {
  if (fill.venueClientId === null) addOrder(book, orderOfTheExchange(fill))
  const order = book.orders.get(fill.venueClientId ?? fill.exchangeOrderId)
  if (!order) return fill.quantity
  const { booked } = order
  order.tickLots += BigInt(fill.price) * BigInt(fill.quantity)
  booked.quantity = lots(booked.quantity + fill.quantity)
  booked.fees += fill.fee
  booked.realized += realized
  return booked.quantity
}

/** Returns empty totals of fills. */
export const nothingBooked = (): WireOrder['booked'] => ({ quantity: lots(0), fees: 0n, realized: 0n })

/** Creates an order that the exchange placed itself, as in a liquidation; it is only known from its execution. */
const orderOfTheExchange = (fill: VenueFill): WireOrder => ({
  record: {
    key: fill.exchangeOrderId,
    clientId: `autoclose-${fill.execId}`,
    algoId: null,
    symbol: fill.symbol,
    side: fill.side,
    type: 'MARKET',
    timeInForce: 'IOC',
    quantity: fill.quantity,
    price: null,
    triggerPrice: null,
    workingType: 'CONTRACT_PRICE',
    reduceOnly: true,
    closePosition: false,
    priceProtect: false,
    createdAtMs: fill.executedAtMs,
  },
  orderId: fill.exchangeOrderId,
  status: 'FILLED',
  filled: fill.quantity,
  tickLots: 0n,
  booked: nothingBooked(),
  quantity: fill.quantity,
  reason: fill.kind,
  triggeredAtMs: 0,
  updatedAtMs: fill.executedAtMs,
})

/** Books a funding payment to position and wallet. */
export const addFunding = (book: AccountBook, paid: VenueFunding): void => {
  const held = positionIn(book, paid.symbol)
  book.wallet += paid.amount
  book.positions.set(paid.symbol, { ...held, earned: held.earned + paid.amount })
  book.funding.push({ ...paid, positionAfter: held.quantity, walletAfter: book.wallet })
}

/** Returns the open orders in order of arrival. */
export const openOrders = ({ open }: AccountBook, symbol?: string): WireOrder[] =>
  [...open.values()].filter(({ record }) => (symbol ?? record.symbol) === record.symbol)

/** Returns the size of the position, the maximum that a reduce-only order may fill. */
export const positionSize = (book: AccountBook, symbol: string): Lots =>
  lots(Math.abs(positionIn(book, symbol).quantity))

/** Status of an order in the market. */
export type WireStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/** Status of a conditional order; it becomes `FINISHED` when the order it triggered has ended. */
export type AlgoStatus = 'NEW' | 'TRIGGERING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/**
 * Returns the status of an order in the market; one that closed the whole position is filled, regardless of its
 * requested quantity.
 */
export const toWireStatus = ({ status, record, reason, filled }: WireOrder): WireStatus => {
  if (status === 'UNTRIGGERED' || status === 'TRIGGERED') return 'NEW'
  const closedAll = status === 'EXPIRED' && record.closePosition && reason === 'REDUCE_ONLY' && filled > 0
  return closedAll ? 'FILLED' : status
}

/** Returns the status of a conditional order in the terms of Binance's Algo Service. */
export const toAlgoStatus = (order: WireOrder): AlgoStatus => {
  if (!isOver(order)) return isInMarket(order) ? 'TRIGGERED' : 'NEW'
  if (isInMarket(order)) return 'FINISHED'
  if (order.status === 'CANCELED') return 'CANCELED'
  return order.reason === 'INSUFFICIENT_MARGIN' ? 'REJECTED' : 'EXPIRED'
}
