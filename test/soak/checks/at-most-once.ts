import { isOfTheExchange } from '../stage/venue-books.ts'
import type { Finding, SettledBooks } from './settled-books.ts'

/** I1: the exchange has accepted no client order ID twice, and all its orders belong to the platform. */
export const atMostOnce = ({ venue, engine }: SettledBooks): Finding[] => {
  const named = Map.groupBy(venue.orders, ({ clientId }) => clientId)
  const twice = [...named.values()].filter((orders) => orders.length > 1)
  const ours = new Set(engine.orders.map(({ venueClientId }) => venueClientId))
  const strangers = venue.orders.filter(({ clientId }) => !ours.has(clientId) && !isOfTheExchange(clientId))
  const external = engine.orders.filter(({ origin }) => origin === 'EXTERNAL')
  return [
    ...twice.map((orders) => ({ promise: 'I1', words: `${orders[0]?.clientId} was accepted twice`, observed: orders })),
    ...strangers.map((order) => ({
      promise: 'I1',
      words: `the exchange has ${order.clientId}, but the ledger does not`,
      observed: order,
    })),
    ...external.map((order) => ({
      promise: 'I1',
      words: `${order.venueClientId} counts as an external order`,
      observed: order,
    })),
  ]
}
