import type { BookData } from '../../../contract/stream/channel-data.ts'
import { lots } from '../../domain/market/instrument.ts'
import type { Level } from '../../domain/market/order-book.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'
import { bookBody, type DisplayedBook, displayedBook } from '../../views/order-book.ts'
import type { ConflatedSource } from '../source.ts'
import { createWatch, freshnessAt, isNew, POLL_EVERY_MS, type Watch } from './watch.ts'

/**
 * Data source of the order book channels: publishes the best levels, then the changed ones; all of them again after a
 * gap in the book.
 */
export const orderBookSource = (reader: MarketReader, { symbol, depth }: BookPlace): ConflatedSource => {
  const computeVersion = ({ versions, stream }: Watch['entry']): string => `${versions.book}.${stream}`
  const watch = createWatch({ reader, symbol, maxAgeMs: MAX_AGE_MS.orderBook, computeVersion })
  const state: PollState = {
    version: 0,
    now: displayedBook(watch.entry, 0),
    before: undefined,
    joined: false,
    beginnings: 0,
  }
  return {
    delivery: 'CONFLATE',
    everyMs: POLL_EVERY_MS,
    poll(nowMs) {
      const { entry } = watch
      if (isNew(watch, nowMs)) show(state, watch, { depth, isSame: watch.entry === entry })
      return state.version
    },
    since(sentVersion) {
      const { version, before, now } = state
      return before && sentVersion === version - 1
        ? { type: 'delta', json: toJson(computeChanges(before, now), watch) }
        : { type: 'snapshot', json: toJson(now, watch) }
    },
  }
}

interface BookPlace {
  readonly symbol: string
  readonly depth: number
}

/** Levels at the last two readings. Changed in place. */
interface PollState {
  version: number
  now: DisplayedBook
  /** Previous levels; undefined when there is a gap between them and the current ones. */
  before: DisplayedBook | undefined
  /** True when the book was synchronised with the stream; `beginnings` is the number of its rebuilds so far. */
  joined: boolean
  beginnings: number
}

const show = (
  state: PollState,
  { entry }: Watch,
  { depth, isSame }: { readonly depth: number; readonly isSame: boolean },
) => {
  const { joined, beginnings } = entry.book
  const now = displayedBook(entry, depth)
  const isWhole = isSame && joined && state.joined && state.beginnings === beginnings
  state.before = isWhole && now.state === 'SYNCED' && state.now.state === 'SYNCED' ? state.now : undefined
  state.version++
  Object.assign(state, { now, joined, beginnings })
}

const computeChanges = (before: DisplayedBook, now: DisplayedBook): DisplayedBook => ({
  ...now,
  bids: levelsChanged(before.bids, now.bids, (a, b) => a > b),
  asks: levelsChanged(before.asks, now.asks, (a, b) => a < b),
})

/** Returns the changed levels, with quantity zero for removed ones; both sides best first. */
const levelsChanged = (
  before: readonly Level[],
  now: readonly Level[],
  isBetter: (a: number, b: number) => boolean,
): Level[] => {
  const changed: Level[] = []
  let left = 0
  for (const level of now) {
    let was = before[left]
    for (; was && isBetter(was.price, level.price); was = before[++left]) changed.push(gone(was))
    if (was?.price === level.price) left++
    if (was?.price !== level.price || was.quantity !== level.quantity) changed.push(level)
  }
  return [...changed, ...before.slice(left).map(gone)]
}

const gone = ({ price }: Level): Level => ({ price, quantity: lots(0) })

const toJson = (book: DisplayedBook, watch: Watch): string => {
  const data: BookData = { ...bookBody(watch.entry.instrument, book), source: freshnessAt(watch) }
  return JSON.stringify(data)
}
