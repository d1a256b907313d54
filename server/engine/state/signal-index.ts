/** State of strategies and signals: series, open signals, track records, and the deferred evaluation of past bars. */

import type { Instant } from '../../core/instant.ts'
import type { Queue } from '../../core/queue.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { Calibration } from '../../domain/signal/calibration/calibrate.ts'
import type { Cusum } from '../../domain/signal/calibration/cusum.ts'
import type { Scored } from '../../domain/signal/calibration/sample.ts'
import type { SampleWindow } from '../../domain/signal/calibration/sample-window.ts'
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
   * Past bars that are evaluated while the engine runs, oldest first, followed by bars that close meanwhile. Null when
   * past bars are evaluated during startup.
   */
  backlog: Queue<DeferredBars> | null
  /** Number of past bars deferred since the start, and how many have been evaluated. Changed in place. */
  readonly past: { deferred: number; evaluated: number }
  readonly series: Map<string, Series>
  /** Last minutes of each symbol, oldest first, for plug-in strategies whose ideas may arrive late. */
  readonly minutes: Map<string, Candle[]>
  /** Open signals by symbol, then by ID. */
  readonly open: Map<string, Map<string, OpenSignal>>
  /** Track record of each strategy in each regime. */
  readonly records: Map<string, TrackRecord>
  /**
   * Keys of the records with outcomes not yet included in a prepared calibration, in order of arrival. Null when
   * calibrations are computed with the signals that need them.
   */
  readonly unprepared: Set<string> | null
  /** Outcomes determined when the open signals were restored at startup, not yet published. */
  readonly owed: { readonly signal: Signal; readonly outcome: SignalOutcome | LostOutcome }[]
  /** Last market context of each symbol's candles, and its time. */
  readonly contexts: Map<string, { readonly closedMs: Instant; readonly context: BarContext }>
  /** Positions whose strategy has requested an exit. */
  readonly leaving: Set<string>
  /**
   * True when closed candles, their market context and pattern counts are recorded, and signals and entries with IDs and
   * digests that can be recomputed; false in a backtest, which does not read them.
   */
  readonly isRecorded: boolean
  /** Monitors whether the outcomes of each strategy match its predictions. */
  readonly watches: Map<string, Cusum>
}

/** Outcomes of the signals of one strategy definition in one regime on one timeframe. */
export interface TrackRecord {
  /** Newest outcomes, oldest first. */
  readonly outcomes: Followed[]
  /** The same outcomes as samples of a calibration. */
  readonly samples: SampleWindow
  /** Symbols of these samples, in order of time. */
  readonly symbols: string[]
  /** Number of outcomes. */
  known: number
  /** Time of the latest outcome. */
  newestMs: Instant
  /** Distances and horizon of the newest signal. */
  plan: Pick<SignalPlan, 'rewardRisk' | 'horizonBars'>
  /**
   * Keyed by symbol; the empty key covers all symbols. History has a key per symbol, because symbols are replayed one
   * by one.
   */
  readonly calibrations: Map<string, Known>
  /** Calibration over all symbols prepared for the next signal, if any. */
  prepared: PreparedCalibration | null
}

/** Calibration of these outcomes; the prior depends on the signal. */
export interface PreparedCalibration {
  readonly outcomes: readonly Followed[]
  readonly horizonMs: number
  readonly calibrateBy: (prior: number) => Calibration
}

/** An outcome, reduced to the fields used by calibrations. */
export interface Followed extends Scored {
  readonly symbol: string
  readonly barrier: BarrierHit
  readonly grossReturn: number
}

/** Statistics of the outcomes so far. */
export interface Known extends Pick<Confidence, 'timeShare' | 'meanTimeReturn'> {
  readonly calibration: Calibration
  /** Time of calibration, and the number of outcomes it was based on. */
  readonly asOfMs: Instant
  readonly outcomeCount: number
}

/** A signal that is followed to its outcome. */
export interface OpenSignal {
  readonly signal: Signal
  readonly walk: Walk
}

/** Closed candles of one market event, or stored bars of a series; recorded and evaluated as one. */
export type DeferredBars =
  | {
      readonly kind: 'closed'
      readonly candles: readonly Candle[]
      readonly origin: Signal['origin']
      /** Symbol whose history ended with this event, if any. */
      readonly liveSymbol: string | null
      readonly atMs: Instant
      /** Spread in ticks at that time; one tick if unknown. */
      readonly spread: number
    }
  | { readonly kind: 'replayed'; readonly series: Series; readonly bar: Bar; readonly context: BarContext }

export const createSignalIndex = (): SignalIndex => ({
  backlog: null,
  past: { deferred: 0, evaluated: 0 },
  series: new Map(),
  minutes: new Map(),
  open: new Map(),
  records: new Map(),
  unprepared: new Set(),
  owed: [],
  contexts: new Map(),
  leaving: new Set(),
  isRecorded: true,
  watches: new Map(),
})

/** Returns whether the bar closed before the start. */
const isPast = (bars: DeferredBars): boolean => bars.kind === 'replayed' || bars.origin === 'HISTORY'

/** Defers bars, after all bars deferred before. */
export const deferBars = ({ past }: SignalIndex, backlog: Queue<DeferredBars>, bars: DeferredBars): void => {
  backlog.add(bars)
  if (isPast(bars)) past.deferred++
}

/** Removes and returns the oldest deferred bar for evaluation. */
export const takeDeferred = ({ backlog, past }: SignalIndex, count: number): readonly DeferredBars[] => {
  const taken = backlog?.take(count) ?? []
  for (const bars of taken) if (isPast(bars)) past.evaluated++
  return taken
}

/** Returns whether past bars are still pending, so that signals and their confidence are preliminary. */
export const isPastPending = ({ past }: Pick<SignalIndex, 'past'>): boolean => past.evaluated < past.deferred

/** Describes the progress of evaluating past bars. */
export const describePending = ({ past: { evaluated, deferred } }: SignalIndex): string =>
  `past candles are being evaluated: ${evaluated} of ${deferred} (${Math.floor((100 * evaluated) / deferred)}%)`

/** Selection of strategies to trade, set on the host. */
interface Chosen {
  readonly books: readonly TradingBook[]
  readonly strategiesFor: (interval: Interval) => readonly StrategyDefinition[]
}

/** Returns the series of a symbol and interval, if a trading scope includes the interval. */
export const getSeries = (
  { series, isRecorded }: SignalIndex,
  { books, strategiesFor }: Chosen,
  { symbol, interval }: { readonly symbol: string; readonly interval: Interval },
): Series | undefined => {
  const key = `${symbol} ${interval}`
  const known = series.get(key)
  if (known || !books.some((book) => book.intervals.includes(interval))) return known
  const begun = createSeries(interval, strategiesFor(interval).filter(isBuiltIn), { countsPatterns: isRecorded })
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
