import type { StopEpisode } from '../evidence.ts'
import { type BookedOrder, isOfTheExchange } from '../stage/venue-books.ts'
import type { Finding, SettledBooks } from './settled-books.ts'

/** Tolerance between timestamps of two processes, including the transit time of a response. */
const RESOLUTION_MS = 20

/** I2 and I3: once a stop was acknowledged to its requester, the exchange has accepted nothing risk-increasing. */
export const quietAfterStop = ({ venue, engine }: SettledBooks, stops: readonly StopEpisode[]): Finding[] =>
  stops.flatMap(({ acknowledgedAtMs, clearedAtMs, stopId }) => {
    if (acknowledgedAtMs === null) return []
    const [fromMs, toMs] = [acknowledgedAtMs + RESOLUTION_MS, clearedAtMs ?? Number.POSITIVE_INFINITY]
    return increasing(venue.orders, fromMs, toMs).map((order) => ({
      promise: 'I3',
      words: `${order.clientId} was accepted ${order.atMs - acknowledgedAtMs} ms after ${stopId} was acknowledged`,
      observed: { venue: order, engine: engine.orders.find(({ venueClientId }) => venueClientId === order.clientId) },
    }))
  })

/** Returns the orders accepted within a period that could have enlarged a position. */
export const increasing = (orders: readonly BookedOrder[], fromMs: number, toMs: number): BookedOrder[] =>
  orders.filter(
    ({ reduceOnly, atMs, clientId }) => !reduceOnly && !isOfTheExchange(clientId) && atMs > fromMs && atMs < toMs,
  )
