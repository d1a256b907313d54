import type { EngineState } from '../state/turn.ts'

/** Number ready out of the total. */
interface Part {
  readonly ready: number
  readonly all: number
}

/** Readiness of the market data, and of the built-in strategies' series that have enough bars to produce signals. */
export interface MarketStanding {
  readonly books: Part
  readonly series: Part
}

export const marketStanding = ({
  market,
  rules,
  signals,
}: Pick<EngineState, 'market' | 'rules' | 'signals'>): MarketStanding => {
  const entries = [...market.instruments.values()]
  const intervals = new Set(rules.books.flatMap((book) => book.intervals))
  const keys = [...market.instruments.keys()].flatMap((symbol) => [...intervals].map((each) => `${symbol} ${each}`))
  return {
    books: {
      ready: entries.filter(({ book, stream }) => book.state === 'SYNCED' && stream === 'live').length,
      all: entries.length,
    },
    series: { ready: keys.filter((key) => isWarm(signals, key)).length, all: keys.length },
  }
}

/** Returns whether a series is warm: its oldest lane has received as many bars as its slowest strategy needs. */
const isWarm = (signals: EngineState['signals'], key: string): boolean => {
  const series = signals.series.get(key)
  const needed = Math.max(0, ...(series?.definitions.map(({ warmupBars }) => warmupBars) ?? []))
  return series !== undefined && (series.lanes[0]?.bars ?? 0) >= needed
}

export const isMarketReady = ({ books, series }: MarketStanding): boolean =>
  books.all > 0 && books.ready === books.all && series.ready === series.all
