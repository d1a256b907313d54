import type { ClearingChanges, StoredOrder } from '../../../server/adapters/exchanges/clearing/clearing-store.ts'
import { type OrderTerms, sideSign } from '../../../server/domain/order/order.ts'
import { parseEpoch } from '../../../server/domain/order/venue-client-id.ts'
import type { VenueFill } from '../../../server/domain/order/venue-report.ts'

/** A fill as the exchange made it, with what it did to the position. */
export interface Executed {
  readonly fill: VenueFill
  /** Signed lots. */
  readonly before: number
  readonly after: number
}

/** State of an exchange in its own records: nothing here has gone over the network. */
export interface ExchangeRecord {
  /** Every order it ever accepted, as it is now. */
  readonly orders: Map<string, StoredOrder>
  readonly open: Map<string, StoredOrder>
  /** The number an order was accepted under, by the name it came with. */
  readonly accepted: Map<string, string>
  /** Names that were accepted in the last commit. */
  acceptedNow: string[]
  /** Names that were accepted again under another number. */
  readonly acceptedTwice: string[]
  /** Signed lots by symbol, counted from the fills. */
  readonly positions: Map<string, number>
  readonly fills: VenueFill[]
  walletBalance: bigint
  insurance: bigint
  costs: ReadonlyMap<string, bigint>
}

/** The epoch of the engine that comes after ours, when one does. */
export const FOREIGN_EPOCH = 99

/**
 * Returns whether the exchange holds, or ever held, an order of another engine that was placed after the platform's.
 */
export const hasForeignOrder = (orders: ReadonlyMap<string, unknown>): boolean =>
  [...orders.keys()].some((name) => parseEpoch(name) === FOREIGN_EPOCH)

export const createExchangeRecord = (): ExchangeRecord => ({
  orders: new Map(),
  open: new Map(),
  accepted: new Map(),
  acceptedNow: [],
  acceptedTwice: [],
  positions: new Map(),
  fills: [],
  walletBalance: 0n,
  insurance: 0n,
  costs: new Map(),
})

const OPEN = new Set(['NEW', 'UNTRIGGERED', 'TRIGGERED', 'PARTIALLY_FILLED'])

/** Enters a commit and answers what it executed, one after the other. */
export const enterCommit = (record: ExchangeRecord, { account, orders, fills }: ClearingChanges): Executed[] => {
  record.acceptedNow = []
  for (const order of orders) enterOrder(record, { ...order })
  const executed = fills.map((fill): Executed => {
    const before = record.positions.get(fill.symbol) ?? 0
    const after = before + sideSign(fill.side) * fill.quantity
    record.positions.set(fill.symbol, after)
    record.fills.push(fill)
    return { fill, before, after }
  })
  record.walletBalance = account.walletBalance
  record.insurance = account.insurance
  record.costs = new Map(account.positions.map(({ symbol, cost }) => [symbol, cost]))
  return executed
}

const enterOrder = (record: ExchangeRecord, order: StoredOrder): void => {
  const { venueClientId, exchangeOrderId } = order
  record.orders.set(venueClientId, order)
  if (OPEN.has(order.status) && !order.vanished) record.open.set(venueClientId, order)
  else record.open.delete(venueClientId)
  const number = record.accepted.get(venueClientId)
  record.accepted.set(venueClientId, exchangeOrderId)
  if (number === undefined) record.acceptedNow.push(venueClientId)
  if (number !== undefined && number !== exchangeOrderId) record.acceptedTwice.push(venueClientId)
}

/** Stops that wait at the exchange, and the market orders they become: they take off a position when it goes wrong. */
const isStop = ({ type, reduceOnly }: OrderTerms): boolean => type === 'STOP_MARKET' && reduceOnly

/** Returns the lots of a symbol's position without a stop at the exchange. */
export const countUncovered = (record: ExchangeRecord, symbol: string): number => {
  const position = record.positions.get(symbol) ?? 0
  let covered = 0
  for (const { terms, filled } of record.open.values()) {
    const closes = terms.side === (position > 0 ? 'SELL' : 'BUY')
    if (terms.symbol === symbol && closes && isStop(terms)) covered += terms.quantity - filled
  }
  return Math.max(0, Math.abs(position) - covered)
}
