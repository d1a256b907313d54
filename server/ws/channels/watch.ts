import type { Freshness } from '../../../contract/common.ts'
import { isFresh } from '../../core/age.ts'
import { assert } from '../../core/assert.ts'
import type { Instant } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { freshnessOf } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'

/** How often the market is looked at. */
export const LOOK_EVERY_MS = 50

/** What is watched of which instrument. */
export interface Watched {
  readonly reader: MarketReader
  readonly symbol: string
  readonly maxAgeMs: number
  /** Changes with what is shown. */
  readonly versionOf: (entry: InstrumentMarket) => string
}

/** An instrument as it was found at the last look that showed something new. Changed in place. */
export interface Watch {
  readonly watched: Watched
  /** It becomes another one where its prices are counted anew. */
  entry: InstrumentMarket
  version: string
  lookedAtMs: Instant
  observedAtMs: Instant | undefined
}

export const createWatch = (watched: Watched): Watch => ({
  watched,
  entry: entryOf(watched),
  version: '',
  lookedAtMs: 0,
  observedAtMs: undefined,
})

/** Whether there is something new to show; that it is still so, or that nobody can say so any more, is new as well. */
export const isNew = (watch: Watch, nowMs: Instant): boolean => {
  const entry = entryOf(watch.watched)
  const version = `${watch.watched.versionOf(entry)}.${ageVersion(entry, watch.watched, nowMs)}`
  if (version === watch.version && entry === watch.entry) return false
  Object.assign(watch, { entry, version, lookedAtMs: nowMs, observedAtMs: entry.observedAtMs })
  return true
}

/** How old what is shown was at that look; null while nothing has been observed. */
export const freshnessAt = ({ watched, lookedAtMs, observedAtMs }: Watch): Freshness | null =>
  observedAtMs === undefined
    ? null
    : freshnessOf({ observedAtMs, maxAgeMs: watched.maxAgeMs }, lookedAtMs, watched.reader.origin)

const entryOf = ({ reader, symbol }: Watched): InstrumentMarket => {
  const entry = reader.market.instruments.get(symbol)
  assert(entry, `${symbol} was listed when its channel was opened`)
  return entry
}

/** Changes when it becomes too old, and when it was observed half of its time of life later. */
const ageVersion = ({ observedAtMs }: InstrumentMarket, { maxAgeMs }: Watched, nowMs: Instant): string => {
  if (observedAtMs === undefined) return ''
  return `${isFresh(observedAtMs, nowMs, maxAgeMs) ? 'F' : 'S'}${Math.floor((2 * observedAtMs) / maxAgeMs)}`
}
