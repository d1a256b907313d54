/** State of strategies and signals: series, open signals, track records, and the deferred evaluation of past bars. */

import type { Instant } from '../../core/instant.ts'
import type { Queue } from '../../core/queue.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { Calibration } from '../../domain/signal/calibration/calibrate.ts'
import type { Cusum } from '../../domain/signal/calibration/cusum.ts'
import type { BarrierHit, LostOutcome, SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Walk } from '../../domain/signal/outcome/walk.ts'
import { createSeries, type Series } from '../../domain/signal/series.ts'
import type { Confidence, Signal, SignalPlan } from '../../domain/signal/signal.ts'
import type { BarContext, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { TradingBook } from '../../domain/signal/trading-book.ts'

/**
 * Indicator state of the strategies, their signals and the outcomes. Owned by the engine and changed in place; it can
 * be rebuilt from the stored candles, signals and outcomes.
 */
export interface SignalIndex {
  /**
   * Bars of the past that a start leaves to be evaluated while the engine runs, oldest first, and what closes meanwhile.
   * Null when bars of the past are evaluated at once.
   */
  backlog: Queue<PutOff> | null
  /** Past bars deferred since the start, and how many of them have been evaluated. Changed in place. */
  readonly past: { putOff: number; evaluated: number }
  readonly series: Map<string, Series>
  /** Last minutes of each symbol, oldest first, for plug-in strategies whose ideas may arrive late. */
  readonly minutes: Map<string, Candle[]>
  /** Open signals by symbol, then by ID. */
  readonly open: Map<string, Map<string, OpenSignal>>
  /** Track record of each strategy in each regime. */
  readonly records: Map<string, TrackRecord>
  /**
   * Keys of the records with outcomes for which no calibration was prepared, in the order they came. Null when
   * calibrations are made with the signals that need them.
   */
  readonly unprepared: Set<string> | null
  /** Outcomes found when the open signals were resumed after a start, not yet published. */
  readonly owed: { readonly signal: Signal; readonly outcome: SignalOutcome | LostOutcome }[]
  /** Last market context of each symbol's candles, and its time. */
  readonly contexts: Map<string, { readonly closedMs: Instant; readonly context: BarContext }>
  /** Positions that their strategy wants to exit. */
  readonly leaving: Set<string>
  /**
   * True when closed candles, their market context and pattern counts are recorded; false in a backtest, where they are
   * not read.
   */
  readonly recordsMarket: boolean
  /** Monitors whether the outcomes of each strategy match its predictions. */
  readonly watches: Map<string, Cusum>
}

/** Outcomes of the signals of one strategy, as it is defined, in one regime on bars of one length. */
export interface TrackRecord {
  /** Oldest first. */
  readonly outcomes: Followed[]
  /** Number of outcomes. */
  known: number
  /** The distances and the horizon of the newest. */
  plan: Pick<SignalPlan, 'rewardRisk' | 'horizonBars'>
  /**
   * Keyed by symbol; the empty key covers all symbols. History has a key per symbol, as symbols are replayed one by
   * one.
   */
  readonly calibrations: Map<string, Known>
  /** Calibration over all symbols that was prepared for the next signal; null while none was. */
  prepared: PreparedCalibration | null
}

/** Calibration of these outcomes; the prior comes with the signal. */
export interface PreparedCalibration {
  readonly outcomes: readonly Followed[]
  readonly horizonMs: number
  readonly calibrateBy: (prior: number) => Calibration
}

/** An outcome with the fields that a calibration uses. */
export interface Followed {
  readonly symbol: string
  readonly score: number
  readonly barrier: BarrierHit
  readonly grossReturn: number
  readonly won: boolean
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** Statistics of the outcomes so far. */
export interface Known extends Pick<Confidence, 'timeShare' | 'meanTimeReturn'> {
  readonly calibration: Calibration
  /** Time of calibration, and the number of outcomes it was based on. */
  readonly asOfMs: Instant
  readonly outcomeCount: number
}

/** A signal being followed to its outcome. */
export interface OpenSignal {
  readonly signal: Signal
  readonly walk: Walk
}

/** Closed candles of one market event, or stored bars of a series; recorded and evaluated as one. */
export type PutOff =
  | {
      readonly kind: 'closed'
      readonly candles: readonly Candle[]
      readonly origin: Signal['origin']
      /** Symbol whose history has ended with this event; null when none has. */
      readonly liveSymbol: string | null
      readonly atMs: Instant
      /** Spread in ticks at that time, a tick where none was known. */
      readonly spread: number
    }
  | { readonly kind: 'replayed'; readonly series: Series; readonly bar: Bar; readonly context: BarContext }

export const createSignalIndex = (): SignalIndex => ({
  backlog: null,
  past: { putOff: 0, evaluated: 0 },
  series: new Map(),
  minutes: new Map(),
  open: new Map(),
  records: new Map(),
  unprepared: new Set(),
  owed: [],
  contexts: new Map(),
  leaving: new Set(),
  recordsMarket: true,
  watches: new Map(),
})

/** Returns whether the bar closed before the start. */
const isPast = (putOff: PutOff): boolean => putOff.kind === 'replayed' || putOff.origin === 'HISTORY'

/** Defers bars, behind everything deferred before. */
export const putOff = ({ past }: SignalIndex, backlog: Queue<PutOff>, bars: PutOff): void => {
  backlog.add(bars)
  if (isPast(bars)) past.putOff++
}

/** Removes and returns the oldest deferred bar, which the caller evaluates. */
export const takePutOff = ({ backlog, past }: SignalIndex, count: number): readonly PutOff[] => {
  const taken = backlog?.take(count) ?? []
  for (const bars of taken) if (isPast(bars)) past.evaluated++
  return taken
}

/** Returns whether bars of the past have not been evaluated, so that signals and their confidence are preliminary. */
export const isPastPending = ({ past }: Pick<SignalIndex, 'past'>): boolean => past.evaluated < past.putOff

/** Describes how far the evaluation of the past has come. */
export const describePending = ({ past: { evaluated, putOff } }: SignalIndex): string =>
  `past candles are being evaluated: ${evaluated} of ${putOff} (${Math.floor((100 * evaluated) / putOff)} %)`

/** The host's selection of strategies to trade. */
interface Chosen {
  readonly books: readonly TradingBook[]
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
}

/** The series of a symbol and interval; none where no book trades the interval. */
export const getSeries = (
  { series, recordsMarket }: SignalIndex,
  { books, strategiesFor }: Chosen,
  { symbol, interval }: { readonly symbol: string; readonly interval: Interval },
): Series | undefined => {
  const key = `${symbol} ${interval}`
  const known = series.get(key)
  if (known || !books.some((book) => book.intervals.includes(interval))) return known
  const begun = createSeries(interval, strategiesFor(interval).filter(isBuiltIn), { countsPatterns: recordsMarket })
  series.set(key, begun)
  return begun
}

export const followedIn = ({ open }: SignalIndex, symbol: string): Map<string, OpenSignal> => {
  const known = open.get(symbol)
  if (known) return known
  const begun = new Map<string, OpenSignal>()
  open.set(symbol, begun)
  return begun
}

/** Returns whether a strategy is built in rather than a plug-in. */
export const isBuiltIn = ({ sourceDigest }: StrategyDefinition): boolean => sourceDigest === undefined
