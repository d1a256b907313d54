import { TAPE_MAX } from '../../domain/market/trade-tape.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'
import { printTrade } from '../../views/trades.ts'
import type { ConflatedSource, Update } from '../source.ts'
import { createWatch, freshnessAt, isNew, LOOK_EVERY_MS, type Watch } from './watch.ts'

/** Trades of a snapshot. */
const NEWEST = 50

/** What was found at the last look. Changed in place. */
interface Found {
  /** Trades counted before the tape that is read now began. */
  before: number
  /** All trades counted at that look. */
  count: number
  /** Looks since the last trade that had something else to tell. */
  others: number
}

/**
 * Every trade as it is made. The number of a look is how many trades there were, and a part of one where none has come, so that
 * what anybody has missed can be told from the number alone.
 */
export const tradesSource = (reader: MarketReader, symbol: string): ConflatedSource => {
  const versionOf = ({ tape, stream }: Watch['entry']): string => `${tape.count}.${stream}`
  const watch = createWatch({ reader, symbol, maxAgeMs: MAX_AGE_MS.trades, versionOf })
  const found: Found = { before: 0, count: 0, others: 0 }
  return {
    delivery: 'CONFLATE',
    everyMs: LOOK_EVERY_MS,
    look(nowMs) {
      const { entry } = watch
      if (!isNew(watch, nowMs)) return numberOf(found)
      if (watch.entry !== entry) found.before = found.count + 1
      const count = found.before + watch.entry.tape.count
      found.others = count > found.count ? 0 : found.others + 1
      found.count = count
      return numberOf(found)
    },
    since(seen) {
      const known = seen !== undefined && seen >= found.before
      return known ? told(watch, found, Math.floor(seen)) : newest(watch, found)
    },
  }
}

const numberOf = ({ count, others }: Found): number => count + others / (others + 1)

const newest = (watch: Watch, found: Found): Update => ({
  type: 'snapshot',
  json: jsonOf(watch, printed(watch, found, NEWEST), 0),
})

const told = (watch: Watch, found: Found, seen: number): Update => {
  const missed = found.count - seen
  const items = printed(watch, found, Math.min(missed, TAPE_MAX))
  return { type: 'delta', json: jsonOf(watch, items, missed - items.length) }
}

/** The newest this many at that look; the tape may have gone on since. */
const printed = ({ entry: { tape, instrument } }: Watch, { before, count }: Found, limit: number): string[] => {
  const since = before + tape.count - count
  return tape
    .newest(since + limit)
    .slice(since)
    .map((trade) => printTrade(trade, instrument))
}

const jsonOf = (watch: Watch, items: readonly string[], dropped: number): string =>
  `{"items":[${items.join(',')}],"dropped":${dropped},"source":${JSON.stringify(freshnessAt(watch))}}`
