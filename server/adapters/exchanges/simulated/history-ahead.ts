/** History of the simulated market, computed by a thread while the server starts. */

import { Worker } from 'node:worker_threads'
import type { Instant, TimeRange } from '../../../core/instant.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import { intervalStart } from '../../../domain/market/interval.ts'
import type { InstrumentSpec } from './instrument-specs.ts'
import { type MinuteColumns, unpackMinutes } from './minute-columns.ts'
import { historyStart, minuteHistory } from './minute-history.ts'

/** Candles to compute: those of a range of whole minutes, of some instruments in order. */
export interface HistoryTask {
  readonly seed: number
  readonly symbols: readonly string[]
  readonly range: TimeRange
}

/** Candles of instruments that are being computed. */
export interface HistoryAhead {
  /** Resolves with the candles of an instrument from `fromMs` to `toMs`, once; those not computed ahead are computed now. */
  take(spec: InstrumentSpec, range: TimeRange): Promise<Iterable<Candle>>
}

interface Listed {
  readonly seed: number
  readonly specs: readonly InstrumentSpec[]
  /** Days of history, counted from today's midnight. */
  readonly days: number
}

/** Days of history below which it is computed faster than a thread starts. */
const DAYS_AHEAD_MIN = 2

/** Opens the history of a market up to the minute of its opening. */
export const openHistory = ({ seed, specs, days }: Listed): MarketHistory => {
  let ahead: HistoryAhead | undefined
  return {
    prepare(startMs) {
      if (days < DAYS_AHEAD_MIN) return
      const symbols = specs.map(({ instrument }) => instrument.symbol)
      ahead = computeAhead({ seed, symbols, range: { fromMs: historyStart(startMs, days), toMs: startMs } })
    },
    read(spec, { startMs, sinceMs = historyStart(startMs, days) }) {
      const range = { fromMs: intervalStart('1m', sinceMs), toMs: startMs }
      return ahead ? ahead.take(spec, range) : minuteHistory(seed, spec, range)
    },
  }
}

/** History of the instruments of a market. */
export interface MarketHistory {
  /** Starts computing all of it up to `startMs` in a thread. */
  prepare(startMs: Instant): void
  /** Returns the candles of an instrument from `sinceMs`, or from the start of the history, to `startMs`. */
  read(
    spec: InstrumentSpec,
    range: { readonly sinceMs?: Instant | undefined; readonly startMs: Instant },
  ): Iterable<Candle> | Promise<Iterable<Candle>>
}

/** Starts a thread that computes candles, and ends when it has. It does not keep the process alive. */
export const computeAhead = (task: HistoryTask): HistoryAhead => {
  const { seed, symbols, range: known } = task
  const worker = new Worker(THREAD, { workerData: task, resourceLimits: MEMORY_MAX })
  worker.unref()
  const computed = new Map(symbols.map((symbol) => [symbol, Promise.withResolvers<MinuteColumns | undefined>()]))
  worker.on('message', (minutes: MinuteColumns) => computed.get(minutes.symbol)?.resolve(minutes))
  const giveUp = (): void => {
    for (const { resolve } of computed.values()) resolve(undefined)
  }
  worker.on('error', giveUp)
  worker.on('exit', giveUp)
  return {
    async take(spec, range) {
      const { symbol } = spec.instrument
      const minutes = await computed.get(symbol)?.promise
      computed.delete(symbol)
      if (!minutes || range.fromMs < known.fromMs) return minuteHistory(seed, spec, range)
      const later = { fromMs: Math.max(range.fromMs, known.toMs), toMs: range.toMs }
      return concatenate(unpackMinutes(minutes, range), minuteHistory(seed, spec, later))
    },
  }
}

function* concatenate(first: Iterable<Candle>, second: Iterable<Candle>): Generator<Candle> {
  yield* first
  yield* second
}

/** Module of the thread, in the sources or in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './history-thread.ts' : './history-thread.js', import.meta.url)

/** Memory for the candles of one instrument, in megabytes. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
