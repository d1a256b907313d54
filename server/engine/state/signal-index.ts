import type { Instant } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { Calibration } from '../../domain/signal/calibration/calibrate.ts'
import type { Cusum } from '../../domain/signal/calibration/cusum.ts'
import type { BarrierHit, LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Walk } from '../../domain/signal/outcome/walk.ts'
import { createSeries, type Series } from '../../domain/signal/series.ts'
import type { Confidence, Signal, SignalPlan } from '../../domain/signal/signal.ts'
import type { BarContext, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { TradingBook } from '../../domain/signal/trading-book.ts'
import { isBuiltIn } from './is-built-in.ts'

/** How the signals of one strategy, as it is defined, have gone in one regime on bars of one length. */
export interface TrackRecord {
  /** Oldest first. */
  readonly outcomes: Followed[]
  /** How many there have been. */
  known: number
  /** The distances and the horizon of the newest. */
  plan: Pick<SignalPlan, 'rewardRisk' | 'horizonBars'>
  /** Of all symbols under the empty name; of one alone for its past, which is told one symbol after the other. */
  readonly calibrations: Map<string, Known>
}

/** An outcome as a calibration sees it. */
export interface Followed {
  readonly symbol: string
  readonly score: number
  readonly barrier: BarrierHit
  readonly grossReturn: number
  readonly won: boolean
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** What the outcomes up to now amount to. */
export interface Known extends Pick<Confidence, 'timeShare' | 'meanTimeReturn'> {
  readonly calibration: Calibration
  /** When, and on how many outcomes, it was made. */
  readonly asOfMs: Instant
  readonly outcomeCount: number
}

/** A signal whose way is being followed. */
export interface OpenSignal {
  readonly signal: Signal
  readonly walk: Walk
}

/**
 * What the strategies know and have said, and how it went. Owned by the engine and changed in place; it can be rebuilt from
 * the stored candles, signals and outcomes.
 */
export interface SignalBook {
  readonly series: Map<string, Series>
  /** The last minutes of each symbol, oldest first, while strategies are heard that may be late. */
  readonly minutes: Map<string, Candle[]>
  /** By symbol, then by id. */
  readonly open: Map<string, Map<string, OpenSignal>>
  /** Of each strategy in each regime. */
  readonly records: Map<string, TrackRecord>
  /** Ends that were found when the open signals were taken up again after a start, not yet told. */
  readonly owed: { readonly signal: Signal; readonly outcome: SignalOutcome | LostOutcome }[]
  /** What was last told beside the candles of a symbol, and of when. */
  readonly contexts: Map<string, { readonly closedMs: Instant; readonly context: BarContext }>
  /** Positions their strategy wants to be out of. */
  readonly leaving: Set<string>
  /** Whether each strategy keeps what it promises. */
  readonly watches: Map<string, Cusum>
}

export const createSignalBook = (): SignalBook => ({
  series: new Map(),
  minutes: new Map(),
  open: new Map(),
  records: new Map(),
  owed: [],
  contexts: new Map(),
  leaving: new Set(),
  watches: new Map(),
})

/** What the host has chosen to be traded. */
interface Chosen {
  readonly books: readonly TradingBook[]
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
}

/** The series of a symbol and interval; none where no book trades the interval. */
export const getSeries = (
  { series }: SignalBook,
  { books, strategiesFor }: Chosen,
  { symbol, interval }: { readonly symbol: string; readonly interval: Interval },
): Series | undefined => {
  if (!books.some((book) => book.intervals.includes(interval))) return undefined
  const key = `${symbol} ${interval}`
  const known = series.get(key)
  if (known) return known
  const begun = createSeries(interval, strategiesFor(interval).filter(isBuiltIn))
  series.set(key, begun)
  return begun
}

export const followedIn = ({ open }: SignalBook, symbol: string): Map<string, OpenSignal> => {
  const known = open.get(symbol)
  if (known) return known
  const begun = new Map<string, OpenSignal>()
  open.set(symbol, begun)
  return begun
}
