import { type Caller, type Json, readAll, readOne, type Sent } from '../../support/order-stream.ts'
import { engineUrl, type Place } from '../stage/place.ts'
import type { VenueBooks } from '../stage/venue-books.ts'

/** Everything that the engine tells through its API. */
export interface EngineBooks {
  readonly orders: readonly Json[]
  readonly trades: readonly Json[]
  readonly positions: readonly Json[]
  readonly walletBalance: string
  readonly portfolio: Json
}

/** Both sides once all is quiet, and what callers had been told on the way. */
export interface SettledBooks {
  readonly venue: VenueBooks
  readonly engine: EngineBooks
  readonly sent: readonly Sent[]
}

/** What a check has found wrong. */
export interface Finding {
  readonly promise: string
  readonly words: string
  readonly observed?: unknown
}

/** Read by several callers, each of whom may ask only so often. */
export const readEngineBooks = async (
  place: Place,
  [first, second, third]: readonly Caller[],
): Promise<EngineBooks> => {
  if (!first || !second || !third) throw new Error('there is nobody to ask')
  const url = engineUrl(place)
  const positions = await readAll(first, url, '/trading/positions?status=OPEN,CLOSING')
  const { walletBalance } = await readOne(first, url, '/account/balance')
  const portfolio = await readOne(first, url, '/account/portfolio')
  const orders = await readAll(second, url, '/trading/orders')
  const trades = await readAll(third, url, '/account/trades')
  return { orders, trades, positions, walletBalance, portfolio }
}
