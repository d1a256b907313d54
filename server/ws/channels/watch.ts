/**
 * Detects changes in the market data of an instrument since the last message, for the market channels of the stream.
 */

import type { Freshness } from '../../../contract/common.ts'
import { assert } from '../../core/assert.ts'
import { type Instant, isFresh } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { assessFreshness } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'

/** An instrument at the last reading with a change. Changed in place. */
export interface Watch {
  readonly watched: Watched
  /** Market of the instrument; replaced when its tick size changes. */
  entry: InstrumentMarket
  version: string
  polledAtMs: Instant
  observedAtMs: Instant | undefined
}

/** Sampling interval of the market. */
export const POLL_EVERY_MS = 50

/** Data kind and instrument that are sampled. */
export interface Watched {
  readonly reader: MarketReader
  readonly symbol: string
  readonly maxAgeMs: number
  /** Returns a version that changes with the published data. */
  readonly computeVersion: (entry: InstrumentMarket) => string
}

export const createWatch = (watched: Watched): Watch => ({
  watched,
  entry: getEntry(watched),
  version: '',
  polledAtMs: 0,
  observedAtMs: undefined,
})

/** Returns whether there is a change to publish; renewed or lost freshness of unchanged data counts as one. */
export const isNew = (watch: Watch, nowMs: Instant): boolean => {
  const entry = getEntry(watch.watched)
  const version = `${watch.watched.computeVersion(entry)}.${ageVersion(entry, watch.watched, nowMs)}`
  if (version === watch.version && entry === watch.entry) return false
  Object.assign(watch, { entry, version, polledAtMs: nowMs, observedAtMs: entry.observedAtMs })
  return true
}

/** Freshness of the data at that reading; null while nothing has been observed. */
export const freshnessAt = ({ watched, polledAtMs, observedAtMs }: Watch): Freshness | null =>
  observedAtMs === undefined
    ? null
    : assessFreshness({ observedAtMs, maxAgeMs: watched.maxAgeMs }, polledAtMs, watched.reader.origin)

const getEntry = ({ reader, symbol }: Watched): InstrumentMarket => {
  const entry = reader.market.instruments.get(symbol)
  assert(entry, `${symbol} must be listed when its channel is opened`)
  return entry
}

/** Returns a version that changes when the data becomes too old, and regularly while it is renewed. */
const ageVersion = ({ observedAtMs }: InstrumentMarket, { maxAgeMs }: Watched, nowMs: Instant): string => {
  if (observedAtMs === undefined) return ''
  return `${isFresh(observedAtMs, nowMs, maxAgeMs) ? 'F' : 'S'}${Math.floor((2 * observedAtMs) / maxAgeMs)}`
}
