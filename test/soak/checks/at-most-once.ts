import { isOfTheExchange } from '../stage/venue-books.ts'
import type { Finding, SettledBooks } from './telling.ts'

/** I1: the exchange has accepted no name of ours twice, and every order it has is one of ours. */
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
      words: `the exchange has ${order.clientId}, and our books do not`,
      observed: order,
    })),
    ...external.map((order) => ({
      promise: 'I1',
      words: `${order.venueClientId} counts as somebody else's`,
      observed: order,
    })),
  ]
}
