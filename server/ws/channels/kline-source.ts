import type { Candle } from '../../domain/market/candle.ts'
import { formingCandle } from '../../domain/market/candle-builder.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { type CandleSeries, type PrintedCandle, printCandle } from '../../views/candle-series.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import { isObserved, type MarketReader } from '../../views/market-reader.ts'
import type { ConflatedSource } from '../source.ts'
import { createWatch, freshnessAt, isNew, POLL_EVERY_MS, type Watch } from './watch.ts'

/** Data source of the candle channels: publishes every candle that closes, and the forming one. */
export const klineSource = ({ reader, series }: KlineParts, place: KlinePlace): ConflatedSource => {
  const computeVersion = (entry: Watch['entry']): string => `${entry.versions.candles}.${entry.tape.count}`
  const watch = createWatch({ reader, symbol: place.symbol, maxAgeMs: MAX_AGE_MS.klines, computeVersion })
  const state: PollState = { version: 0, ...NOTHING }

  const find = ({ versions, candles, instrument }: Watch['entry']): void => {
    if (versions.candles !== state.candles) {
      const newest = series.newest({ ...place, limit: CLOSED_MAX }, instrument)
      state.closed = closedNow(newest, state)
    }
    state.candles = versions.candles
    state.forming = formingCandle(candles, place.interval)
  }

  return {
    delivery: 'CONFLATE',
    everyMs: POLL_EVERY_MS,
    poll(nowMs) {
      const before = watch.entry
      if (!isNew(watch, nowMs)) return state.version
      state.version++
      if (watch.entry !== before) Object.assign(state, NOTHING)
      if (isObserved(watch.entry)) find(watch.entry)
      return state.version
    },
    since(sentVersion) {
      const missed = state.closed.filter(({ version }) => sentVersion !== undefined && version > sentVersion)
      const isWhole = sentVersion !== undefined && missed.length < CLOSED_MAX
      const closed = isWhole ? missed : state.closed.slice(-NEWEST)
      return { type: isWhole ? 'delta' : 'snapshot', json: toJson(closed, state.forming, watch) }
    },
  }
}

export interface KlineParts {
  readonly reader: MarketReader
  readonly series: CandleSeries
}

interface KlinePlace {
  readonly symbol: string
  readonly interval: Interval
}

/** Maximum number of closed candles in one update; a client that missed more gets a new snapshot. */
const CLOSED_MAX = 50
/** Number of closed candles in a snapshot. */
const NEWEST = 2

/** A closed candle, and the version at which it first appeared. */
interface Closed {
  readonly printed: PrintedCandle
  readonly version: number
}

/** Results of the last reading. Changed in place. */
interface PollState {
  version: number
  /** Number of closed candles at that time, as counted by the market. */
  candles: number
  closed: readonly Closed[]
  forming: Candle | undefined
}

const NOTHING = { candles: -1, closed: [], forming: undefined } as const

const closedNow = (newest: readonly PrintedCandle[], { closed, version }: PollState): Closed[] => {
  const known = new Map(closed.map((before) => [before.printed.json, before]))
  return newest.map((printed) => known.get(printed.json) ?? { printed, version: version })
}

const toJson = (closed: readonly Closed[], forming: Candle | undefined, watch: Watch): string => {
  const items = closed.map(({ printed }) => printed.json)
  if (forming) items.push(printCandle(forming, watch.entry.instrument, false).json)
  return `{"items":[${items.join(',')}],"source":${JSON.stringify(freshnessAt(watch))}}`
}
