/** Sources of the trading views, and the lookup of instruments. */

import { assert } from '../core/assert.ts'
import { decimal } from '../core/decimal.ts'
import type { Instant } from '../core/instant.ts'
import type { BracketLookup } from '../domain/margin/brackets.ts'
import { createInstrument, type Instrument } from '../domain/market/instrument.ts'
import type { Market } from '../domain/market/market.ts'
import type { ExecutionMode } from '../domain/order/order.ts'
import type { VenuePosition } from '../domain/order/venue-report.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { Ledger } from '../engine/state/ledger.ts'
import type { EquitySample } from '../engine/state/session.ts'
import type { TradingStore } from './ports.ts'

/** Sources of every trading view. */
export interface TradingReader {
  readonly ledger: () => Ledger
  /** Returns the equity peak since the last sample, if any. */
  readonly equityTop: () => EquitySample | null
  readonly market: Readonly<Market>
  readonly store: TradingStore
  readonly venuePositions: () => ReadonlyMap<string, VenuePosition>
  /** Returns when the whole account was last read from the exchange. */
  readonly venueReadAtMs: () => Instant | null
  readonly constitution: Constitution
  readonly brackets: BracketLookup
  readonly mode: ExecutionMode
  readonly reconciliation: () => Reconciliation
  readonly now: () => Instant
}

/** State of the reconciliation between ledger and exchange. */
export interface Reconciliation {
  readonly status: 'OK' | 'DIFFERENCES' | 'NEVER'
  readonly lastAtMs: Instant | null
  readonly differences: number
}

/** Returns the instrument as currently listed, or its last known listing if it has been delisted. */
export const findInstrument = ({ market, ledger }: TradingReader, symbol: string): Instrument | undefined => {
  const listed = market.instruments.get(symbol)?.instrument
  if (listed) return listed
  const fact = ledger().listed.get(symbol)
  if (!fact) return undefined
  const { tickSize, lotSize, minNotional, maxLeverage } = fact
  return createInstrument({
    symbol,
    tickSize,
    lotSize,
    minNotional: minNotional === null ? null : decimal(minNotional),
    maxLeverage,
  })
}

/** Returns the instrument of a symbol in the ledger, which must have been listed once. */
export const getInstrument = (reader: TradingReader, symbol: string): Instrument => {
  const instrument = findInstrument(reader, symbol)
  assert(instrument, `${symbol} must have been listed, as it is in the ledger`)
  return instrument
}
