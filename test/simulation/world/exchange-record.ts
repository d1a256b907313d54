import type { ClearingChanges, StoredOrder } from '../../../server/adapters/exchanges/clearing/clearing-store.ts'
import { type OrderTerms, sideSign } from '../../../server/domain/order/order.ts'
import { parseEpoch } from '../../../server/domain/order/venue-client-id.ts'
import type { VenueFill } from '../../../server/domain/order/venue-report.ts'

/** Fill of the exchange, with its effect on the position. */
export interface Executed {
  readonly fill: VenueFill
  /** Signed lots. */
  readonly before: number
  readonly after: number
}

/** State of an exchange from its own records, without the network. */
export interface ExchangeRecord {
  /** Every accepted order in its current state. */
  readonly orders: Map<string, StoredOrder>
  readonly open: Map<string, StoredOrder>
  /** Exchange order ID by client order ID. */
  readonly accepted: Map<string, string>
  /** Client order IDs accepted in the last commit. */
  acceptedNow: string[]
  /** Client order IDs that were accepted twice. */
  readonly acceptedTwice: string[]
  /** Signed lots by symbol, computed from the fills. */
  readonly positions: Map<string, number>
  readonly fills: VenueFill[]
  walletBalance: bigint
  insurance: bigint
  costs: ReadonlyMap<string, bigint>
}

/** Epoch of a simulated later engine. */
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

/** Records a commit and returns its executions in order. */
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

/** Returns whether an order is a stop or the market order that it triggered. */
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
