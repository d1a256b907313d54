/** Lookup of the instruments that a Bybit request names, and of their last and trigger prices. */

import type { Ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { WorkingType } from '../../exchange/account/wire-record.ts'
import type { Listing, MarketBoard } from '../../exchange/market/market-board.ts'
import { neededText, type Params, readText } from './params.ts'
import { badParameter } from './refusal.ts'

/** Returns the listing of a symbol; refuses the request when it is not listed. */
export const listingFor = ({ listings }: MarketBoard, symbol: string): Listing => {
  const listing = listings.get(symbol)
  if (!listing) throw badParameter(`params error: symbol invalid ${symbol}`)
  return listing
}

/** Returns the listing named by the mandatory parameter `symbol`. */
export const neededListing = (board: MarketBoard, params: Params): Listing =>
  listingFor(board, neededText(params, 'symbol'))

/** Returns the listing named by `symbol`, or all listings. */
export const requestedListings = (board: MarketBoard, params: Params): readonly Listing[] => {
  const symbol = readText(params, 'symbol')
  return symbol === undefined ? [...board.listings.values()] : [listingFor(board, symbol)]
}

/** Returns the last traded price; undefined before anything was traded. */
export const getLastPrice = ({ lastTrade, candles }: InstrumentMarket): Ticks | undefined =>
  lastTrade?.price ?? candles.minute?.close

/** Returns the price that a trigger of this type is compared with; undefined while it is not known. */
export const comparedPrice = (entry: InstrumentMarket, by: WorkingType): Ticks | undefined => {
  if (by === 'MARK_PRICE') return getMarkTicks(entry)
  return by === 'CONTRACT_PRICE' ? getLastPrice(entry) : (entry.markPrice?.index ?? undefined)
}
