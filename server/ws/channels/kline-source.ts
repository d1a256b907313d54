import type { Candle } from '../../domain/market/candle.ts'
import { formingCandle } from '../../domain/market/candle-builder.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { type CandleSeries, type PrintedCandle, printCandle } from '../../views/candle-series.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import { isObserved, type MarketReader } from '../../views/market-reader.ts'
import type { ConflatedSource } from '../source.ts'
import { createWatch, freshnessAt, isNew, LOOK_EVERY_MS, type Watch } from './watch.ts'

export interface KlineParts {
  readonly reader: MarketReader
  readonly series: CandleSeries
}

interface KlinePlace {
  readonly symbol: string
  readonly interval: Interval
}

/** Closed candles that are told at once; who has missed more begins anew. */
const CLOSED_MAX = 50
/** Closed candles of a snapshot. */
const NEWEST = 2

/** A closed candle and the look at which it was first seen as it is. */
interface Closed {
  readonly printed: PrintedCandle
  readonly look: number
}

/** What was found at the last look. Changed in place. */
interface Found {
  looks: number
  /** What had closed by then, as the market counts it. */
  candles: number
  closed: readonly Closed[]
  forming: Candle | undefined
}

/** Every candle that closes, and the one that forms. */
export const klineSource = ({ reader, series }: KlineParts, place: KlinePlace): ConflatedSource => {
  const versionOf = (entry: Watch['entry']): string => `${entry.versions.candles}.${entry.tape.count}`
  const watch = createWatch({ reader, symbol: place.symbol, maxAgeMs: MAX_AGE_MS.klines, versionOf })
  const found: Found = { looks: 0, ...NOTHING }

  const find = ({ versions, candles, instrument }: Watch['entry']): void => {
    if (versions.candles !== found.candles) {
      const newest = series.newest({ ...place, limit: CLOSED_MAX }, instrument)
      found.closed = closedNow(newest, found)
    }
    found.candles = versions.candles
    found.forming = formingCandle(candles, place.interval)
  }

  return {
    delivery: 'CONFLATE',
    everyMs: LOOK_EVERY_MS,
    look(nowMs) {
      const before = watch.entry
      if (!isNew(watch, nowMs)) return found.looks
      found.looks++
      if (watch.entry !== before) Object.assign(found, NOTHING)
      if (isObserved(watch.entry)) find(watch.entry)
      return found.looks
    },
    since(seen) {
      const missed = found.closed.filter(({ look }) => seen !== undefined && look > seen)
      const isWhole = seen !== undefined && missed.length < CLOSED_MAX
      const closed = isWhole ? missed : found.closed.slice(-NEWEST)
      return { type: isWhole ? 'delta' : 'snapshot', json: jsonOf(closed, found.forming, watch) }
    },
  }
}

const NOTHING = { candles: -1, closed: [], forming: undefined } as const

const closedNow = (newest: readonly PrintedCandle[], { closed, looks }: Found): Closed[] => {
  const known = new Map(closed.map((before) => [before.printed.json, before]))
  return newest.map((printed) => known.get(printed.json) ?? { printed, look: looks })
}

const jsonOf = (closed: readonly Closed[], forming: Candle | undefined, watch: Watch): string => {
  const items = closed.map(({ printed }) => printed.json)
  if (forming) items.push(printCandle(forming, watch.entry.instrument, false).json)
  return `{"items":[${items.join(',')}],"source":${JSON.stringify(freshnessAt(watch))}}`
}
