import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import type { CoverageTruth, CoveredItem } from '../../monitor/inputs/autotrading.ts'
import { barClock, countBars } from '../coverage/bar-clock.ts'
import { coveredPatterns, declaredOnly } from '../coverage/covered-patterns.ts'
import { type Cell, coveredStrategy, strategiesIn } from '../coverage/covered-strategies.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'

/** Window in which signals are counted. */
const SIGNAL_WINDOW_MS = 30 * DAY_MS

export const coverageReader: Reader<CoverageTruth> = {
  at: 'BACKGROUND',
  everyMs: 30 * SECOND_MS,
  async read(sources, nowMs) {
    const value = await readCoverage(sources, nowMs)
    return { value, observedAtMs: nowMs, sampleSize: value.items.length }
  },
}

/** Counts the bars that strategies and patterns processed, and their signals. */
export const readCoverage = async (
  sources: Pick<TruthSources, 'state' | 'store' | 'bootedAtMs'>,
  nowMs: Instant,
): Promise<CoverageTruth> => {
  const { state, store } = sources
  const { rules, signals } = state
  const clockMs = barClock(sources, nowMs)
  const cells = createCells(sources, clockMs)
  const sinceMs = clockMs - SIGNAL_WINDOW_MS
  const strategies: CoveredItem[] = []
  for (const definition of strategiesIn(rules, [...new Set(cells.map(({ interval }) => interval))])) {
    const signalCounts = store.signals.countSignals(definition.id, sinceMs)
    strategies.push(coveredStrategy(definition, { rules, cells, signalCounts }))
    await setImmediate()
  }
  const patterns = coveredPatterns({ cells, series: [...signals.series.values()], sinceMs })
  return {
    items: [...strategies, ...patterns, ...declaredOnly()],
    grid: cells.map(({ symbol, interval, evaluated, expected }) => ({ symbol, interval, evaluated, expected })),
  }
}

/** Every symbol on every length of bar that a book trades. */
const createCells = ({ state, bootedAtMs }: Pick<TruthSources, 'state' | 'bootedAtMs'>, clockMs: Instant): Cell[] => {
  const { market, rules, signals } = state
  const intervals = [...new Set(rules.books.flatMap((book) => book.intervals))]
  return [...market.instruments.keys()].flatMap((symbol) =>
    intervals.map((interval): Cell => {
      const series = signals.series.get(`${symbol} ${interval}`)
      const lastMs = series?.record.barOpensMs.at(-1) ?? null
      return { symbol, interval, lastMs, ...countBars(series, interval, { clockMs, bootedAtMs }) }
    }),
  )
}
