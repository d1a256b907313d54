import type { Decimal } from '../../../core/decimal.ts'
import type { Grid } from '../../../core/grid.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'

/**
 * A listed instrument, with the conversion between our lots and the exchange's contracts. Some exchanges count
 * contracts of a fraction of a coin: a lot is then the smallest step of contracts, so that the number of lots is the
 * same on both sides.
 */
export interface Listing {
  readonly instrument: Instrument
  /** The library's name for it, such as `BTC/USDT:USDT`. */
  readonly unified: string
  /** The exchange's own name for it, such as `BTCUSDT` or `BTC-USDT-SWAP`. */
  readonly native: string
  /** The exchange's own quantity, in steps of a lot. */
  readonly amounts: Grid
  /** Base currency in one unit of that quantity. */
  readonly contractSize: Decimal
}

/** Watched and traded instruments, by our symbol. */
export type Listings = ReadonlyMap<string, Listing>
