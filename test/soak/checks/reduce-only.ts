import type { Json } from '../../support/order-stream.ts'
import type { BookedFill, BookedOrder } from '../stage/venue-books.ts'
import type { Finding, SettledBooks } from './settled-books.ts'

/**
 * I4: no order decided or sent to reduce has enlarged or reversed a position at the exchange. The exchange's executions
 * are replayed on an empty account.
 */
export const reduceOnly = ({ venue, engine }: SettledBooks): Finding[] => {
  const orders = new Map(venue.orders.map((order) => [order.becameId ?? order.id, order]))
  const ours = new Map<string, Json>(engine.orders.map((order) => [order.venueClientId, order]))
  const reduces = (order: BookedOrder): boolean => order.reduceOnly || !mayIncrease(ours.get(order.clientId))
  const held = new Map<string, bigint>()
  const findings: Finding[] = []
  for (const fill of venue.fills) {
    const before = held.get(fill.symbol) ?? 0n
    const after = before + signed(fill)
    held.set(fill.symbol, after)
    const order = orders.get(fill.orderId)
    if (order && reduces(order) && !isReduced(before, after)) {
      const words = `${order.clientId} only reduces, and moved ${fill.symbol} from ${before} to ${after}`
      findings.push({ promise: 'I4', words, observed: { ours: ours.get(order.clientId), order, fill } })
    }
  }
  const symbols = new Set([...held.keys(), ...venue.positions.keys()])
  const odd = [...symbols].filter((symbol) => (held.get(symbol) ?? 0n) !== (venue.positions.get(symbol) ?? 0n))
  return [
    ...findings,
    ...odd.map((symbol) => ({
      promise: 'I6',
      words: `the executions of ${symbol} add up to ${held.get(symbol)}, its position is ${venue.positions.get(symbol)}`,
    })),
  ]
}

/**
 * Returns whether an order may increase: an entry, or a manual order that reduced when decided but is not marked as
 * reduce-only.
 */
const mayIncrease = (sent: Json | undefined): boolean =>
  sent === undefined || sent.purpose === 'ENTRY' || (sent.purpose === 'EXIT' && !sent.reduceOnly)

const signed = ({ side, quantity }: BookedFill): bigint => (side === 'BUY' ? quantity : -quantity)

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const isReduced = (before: bigint, after: bigint): boolean => size(after) < size(before) && before * after >= 0n
