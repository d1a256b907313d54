import type { Instant } from '../core/instant.ts'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import type { TradingBook } from '../domain/signal/trading-book.ts'
import type { SignalStore } from './ports.ts'
import type { TradingReader } from './trading-reader.ts'

/** Sources of the views of signals and of the entries they led to. */
export interface SignalReader extends TradingReader {
  readonly signals: SignalStore
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
  readonly books: readonly TradingBook[]
  /** The market's clock, which signals live by. */
  readonly marketNowMs: () => Instant
}

/** The ids of all strategies there are, and their names by id and interval. */
export interface StrategyNames {
  readonly ids: readonly string[]
  getName(strategyId: string, interval: Interval): string | null
}

export const strategyNames = ({ strategiesFor }: Pick<SignalReader, 'strategiesFor'>): StrategyNames => {
  const names = new Map(
    INTERVALS.flatMap((interval) =>
      strategiesFor(interval).map(({ id, name }) => [`${id} ${interval}`, name] as const),
    ),
  )
  const ids = [...new Set([...names.keys()].map((key) => key.slice(0, key.indexOf(' '))))].toSorted()
  return { ids, getName: (strategyId, interval) => names.get(`${strategyId} ${interval}`) ?? null }
}
