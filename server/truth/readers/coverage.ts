import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import type { CoverageTruth, CoveredItem } from '../../monitor/inputs/coverage.ts'
import { barClock, countBars } from '../covered/bar-clock.ts'
import { coveredPatterns, declaredOnly } from '../covered/covered-patterns.ts'
import { type Cell, coveredStrategy, strategiesIn } from '../covered/covered-strategies.ts'
import type { Reader } from '../reader.ts'
import type { TruthSources } from '../truth-sources.ts'

/** So long back what was said is counted. */
const SAID_MS = 30 * DAY_MS

export const coverageReader: Reader<CoverageTruth> = {
  at: 'BACKGROUND',
  everyMs: 30 * SECOND_MS,
  async read(sources, nowMs) {
    const value = await coverageOf(sources, nowMs)
    return { value, observedAtMs: nowMs, sampleSize: value.items.length }
  },
}

/** What the strategies and patterns were told, and what they said. */
export const coverageOf = async (
  sources: Pick<TruthSources, 'state' | 'store' | 'bootedAtMs'>,
  nowMs: Instant,
): Promise<CoverageTruth> => {
  const { state, store } = sources
  const { rules, signals } = state
  const clockMs = barClock(sources, nowMs)
  const cells = cellsOf(sources, clockMs)
  const sinceMs = clockMs - SAID_MS
  const strategies: CoveredItem[] = []
  for (const definition of strategiesIn(rules, [...new Set(cells.map(({ interval }) => interval))])) {
    const said = store.signals.countSaid(definition.id, sinceMs)
    strategies.push(coveredStrategy(definition, { rules, cells, said }))
    await setImmediate()
  }
  const patterns = coveredPatterns({ cells, series: [...signals.series.values()], sinceMs })
  return {
    items: [...strategies, ...patterns, ...declaredOnly()],
    grid: cells.map(({ symbol, interval, told, expected }) => ({ symbol, interval, told, expected })),
  }
}

/** Every symbol on every length of bar that a book trades. */
const cellsOf = ({ state, bootedAtMs }: Pick<TruthSources, 'state' | 'bootedAtMs'>, clockMs: Instant): Cell[] => {
  const { market, rules, signals } = state
  const intervals = [...new Set(rules.books.flatMap((book) => book.intervals))]
  return [...market.instruments.keys()].flatMap((symbol) =>
    intervals.map((interval): Cell => {
      const series = signals.series.get(`${symbol} ${interval}`)
      const lastMs = series?.heard.toldMs.at(-1) ?? null
      return { symbol, interval, lastMs, ...countBars(series, interval, { clockMs, bootedAtMs }) }
    }),
  )
}
