import { TAPE_MAX } from '../../domain/market/trade-tape.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'
import { printTrade } from '../../views/trades.ts'
import type { ConflatedSource, Update } from '../source.ts'
import { createWatch, freshnessAt, isNew, POLL_EVERY_MS, type Watch } from './watch.ts'

/**
 * Data source of the public trade channels: publishes every trade. The version of a reading is the count of trades so
 * far, plus a fraction for readings without a trade, so that it shows how many trades a client has missed.
 */
export const tradesSource = (reader: MarketReader, symbol: string): ConflatedSource => {
  const computeVersion = ({ tape, stream }: Watch['entry']): string => `${tape.count}.${stream}`
  const watch = createWatch({ reader, symbol, maxAgeMs: MAX_AGE_MS.trades, computeVersion })
  const state: PollState = { before: 0, count: 0, others: 0 }
  return {
    delivery: 'CONFLATE',
    everyMs: POLL_EVERY_MS,
    poll(nowMs) {
      const { entry } = watch
      if (!isNew(watch, nowMs)) return toVersion(state)
      if (watch.entry !== entry) state.before = state.count + 1
      const count = state.before + watch.entry.tape.count
      state.others = count > state.count ? 0 : state.others + 1
      state.count = count
      return toVersion(state)
    },
    since(sentVersion) {
      const known = sentVersion !== undefined && sentVersion >= state.before
      return known ? delta(watch, state, Math.floor(sentVersion)) : newest(watch, state)
    },
  }
}

/** Number of trades in a snapshot. */
const NEWEST = 50

/** Results of the last reading. Changed in place. */
interface PollState {
  /** Number of trades before the current tape began. */
  before: number
  /** Total number of trades at that reading. */
  count: number
  /** Readings since the last trade that had another change to publish. */
  others: number
}

const toVersion = ({ count, others }: PollState): number => count + others / (others + 1)

const newest = (watch: Watch, state: PollState): Update => ({
  type: 'snapshot',
  json: toJson(watch, printed(watch, state, NEWEST), 0),
})

const delta = (watch: Watch, state: PollState, sentVersion: number): Update => {
  const missed = state.count - sentVersion
  const items = printed(watch, state, Math.min(missed, TAPE_MAX))
  return { type: 'delta', json: toJson(watch, items, missed - items.length) }
}

/** The newest `limit` trades at that reading; the tape may have grown since. */
const printed = ({ entry: { tape, instrument } }: Watch, { before, count }: PollState, limit: number): string[] => {
  const since = before + tape.count - count
  return tape
    .newest(since + limit)
    .slice(since)
    .map((trade) => printTrade(trade, instrument))
}

const toJson = (watch: Watch, items: readonly string[], dropped: number): string =>
  `{"items":[${items.join(',')}],"dropped":${dropped},"source":${JSON.stringify(freshnessAt(watch))}}`
