import { type Caller, type Json, readAll, readOne, type Sent } from '../../support/order-stream.ts'
import { engineUrl, type Place } from '../stage/place.ts'
import type { VenueBooks } from '../stage/venue-books.ts'

/** Everything that the engine returns through its API. */
export interface EngineBooks {
  readonly orders: readonly Json[]
  readonly trades: readonly Json[]
  readonly positions: readonly Json[]
  readonly walletBalance: string
  readonly portfolio: Json
}

/** State of both sides once quiet, and all responses to callers so far. */
export interface SettledBooks {
  readonly venue: VenueBooks
  readonly engine: EngineBooks
  readonly sent: readonly Sent[]
}

/** Failure found by a check. */
export interface Finding {
  readonly promise: string
  readonly words: string
  readonly observed?: unknown
}

/** Reads the engine's state with several callers, each of whom is rate-limited. */
export const readEngineBooks = async (
  place: Place,
  [first, second, third]: readonly Caller[],
): Promise<EngineBooks> => {
  if (!first || !second || !third) throw new Error('at least three readers are required')
  const url = engineUrl(place)
  const positions = await readAll(first, url, '/trading/positions?status=OPEN,CLOSING')
  const { walletBalance } = await readOne(first, url, '/account/balance')
  const portfolio = await readOne(first, url, '/account/portfolio')
  const orders = await readAll(second, url, '/trading/orders')
  const trades = await readAll(third, url, '/account/trades')
  return { orders, trades, positions, walletBalance, portfolio }
}
