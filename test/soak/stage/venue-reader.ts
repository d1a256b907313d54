import { createBinanceReader } from './binance-reader.ts'
import { createBybitReader } from './bybit-reader.ts'
import type { Place, Wire } from './place.ts'
import type { VenueReader } from './venue-books.ts'

const READERS: Readonly<Record<Wire, (place: Place) => VenueReader>> = {
  binance: createBinanceReader,
  bybit: createBybitReader,
}

/** Creates the account reader for the wire protocol of the exchange. */
export const createVenueReader = (place: Place): VenueReader => READERS[place.wire](place)
