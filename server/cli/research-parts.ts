/** Dependencies of the research commands, with their requests and results. */

import type { StoreAddress } from '../config/shared-store.ts'
import type { Instant } from '../core/instant.ts'
import type { HistoryExchange } from '../domain/market/exchanges.ts'
import type { Interval } from '../domain/market/interval.ts'
import type { LookaheadFinding, LookaheadResult } from '../research/check/lookahead.ts'
import type { PhaseRun } from '../research/check/phase.ts'
import type { RecursionResult } from '../research/check/recursion.ts'
import type { Comparison } from '../research/compare.ts'
import type { FillComparison } from '../research/compare-fills.ts'
import type { Driver } from '../research/driver.ts'
import type { AmbiguousMinute } from '../research/playback.ts'
import type { RunChoices, RunRecord } from '../research/record.ts'
import type { Objective, Pruner, SearchVerdict } from '../research/search/optimise.ts'
import type { SamplerName } from '../research/search/sampler.ts'
import type { Space } from '../research/search/space.ts'
import type { Trial } from '../research/search/trial.ts'
import type { WalkedWindow, WalkPlan, WalkVerdict } from '../research/search/walk-forward.ts'

/** Dependencies of the research commands. */
export interface ResearchParts {
  openResearch(): Promise<Research>
  /** Runs a worker; throws on failure, preferably a `CliFailure`. */
  worker(
    request: Omit<WorkerRequest, 'url'> & { readonly store: StoreAddress },
    events: Parameters<TrialWorker>[1],
  ): Promise<void>
}

export interface BacktestProgress {
  readonly doneMs: number
  readonly totalMs: number
}

export interface ListedRun {
  readonly atMs: Instant
  readonly record: RunRecord
}

export interface FinishedWalk {
  readonly walkId: string
  /** Path of the deployment with the chosen parameters; null when the last search chose none. */
  readonly deployment: string | null
  readonly windows: readonly WalkedWindow[]
  readonly verdict: WalkVerdict
}

export interface SearchProgress {
  readonly trial: Trial
  /** False for a trial already completed by an interrupted search. */
  readonly isNew: boolean
}

export interface FinishedSearch {
  readonly searchId: string
  /** In order of their numbers. */
  readonly trials: readonly Trial[]
  /** True when the search was stopped before the last trial; the same command continues it. */
  readonly isInterrupted: boolean
  /** Number of other registered trials of the same strategy. */
  readonly earlierTrials: number
  readonly verdict: SearchVerdict
  /** True when both drivers gave the same result for the chosen trial. */
  readonly isVerified: boolean
}

export interface CheckedSeries<Result> {
  readonly symbol: string
  readonly interval: Interval
  readonly result: Result
}

export type CheckReport = { readonly strategy: string } & (
  | {
      readonly check: 'lookahead'
      readonly series: readonly CheckedSeries<LookaheadResult>[]
      /** Node.js imports of the file; null if none. */
      readonly imports: LookaheadFinding | null
    }
  | { readonly check: 'recursion'; readonly series: readonly CheckedSeries<RecursionResult>[] }
  | { readonly check: 'phase'; readonly runs: readonly PhaseRun[] }
)

export interface RunComparison extends Comparison {
  readonly a: string
  readonly b: string
  /** Names of the settings and inputs that differ. */
  readonly changed: readonly string[]
}

/** A backtest as ordered on the command line. */
export interface BacktestRequest extends RunChoices {
  readonly dataDir: string
  /** Exchange of the stored history. */
  readonly exchange: HistoryExchange
  /** ID of a built-in strategy, or path of a file with one. */
  readonly strategy: string
  /** Parameters that differ from the strategy's defaults. */
  readonly params: Readonly<Record<string, number>>
  readonly intervals: readonly Interval[]
  readonly constitution: string | undefined
  /** Driver of the run; the exact driver runs what the fast one does not support. */
  readonly engine: Driver
}

/** Defaults of the options of a run. */
export const RUN_DEFAULTS = {
  balance: '10000',
  fees: { maker: '0.0002', taker: '0.0005' },
  spreadBps: 0.5,
  participation: 0.1,
  impact: 1,
  funding: true,
  latencyMs: 50,
  path: 'stop-first',
  resolve: 'none',
  host: 'never',
  asLive: false,
  engine: 'exact',
} as const

/** A finished run and its stored files. */
export interface FinishedRun {
  readonly record: RunRecord
  /** Trades as CSV. */
  readonly trades: string
  /** Reason why the exact driver was used instead of the fast one; null otherwise. */
  readonly exactOnly: string | null
}

/** Repetition of a run: the digests of both results, and the files that differ. */
export interface Repetition {
  readonly runId: string
  readonly same: boolean
  readonly before: string
  readonly now: string
  /** Changed inputs, such as the data or the build. */
  readonly changed: readonly string[]
}

/** A search for the parameters of a strategy. */
export interface SearchRequest {
  readonly backtest: BacktestRequest
  readonly space: Space
  readonly sampler: SamplerName
  readonly pruner: Pruner
  readonly trials: number
  readonly seed: number
  readonly objective: Objective
  /** Number of concurrent trials; does not affect the result. */
  readonly workers: number
  /** Store whose workers evaluate the trials instead of this machine. */
  readonly store?: StoreAddress | undefined
}

/** Store that a worker serves, and directory for the data it fetches. */
export interface WorkerRequest {
  readonly url: string
  readonly dataDir: string
  /** Number of concurrent trials. */
  readonly workers: number
}

/** A trial completed by a worker. */
export interface WorkedTrial {
  readonly params: Readonly<Record<string, number>>
  /** Reason why it could not be evaluated, if so. */
  readonly fault: string | null
}

/** Evaluates trials of other machines until it receives a signal. */
export type TrialWorker = (
  request: WorkerRequest,
  events: { readonly onReady: () => void; readonly onTrial: (trial: WorkedTrial) => void },
) => Promise<void>

/** A search in each of several ranges, tested in the following range. */
export interface WalkRequest extends SearchRequest {
  readonly plan: Omit<WalkPlan, 'fromMs' | 'toMs'>
}

/** A check of a strategy. */
export interface CheckRequest {
  readonly check: 'lookahead' | 'recursion' | 'phase'
  readonly backtest: BacktestRequest
  /** Number of runs of the phase check. */
  readonly phases: number
}

/** A stored run, and what to compare it with: another run, or `paper`. */
export interface CompareRequest {
  readonly dataDir: string
  readonly a: string
  readonly b: string
  /** Directory of the paper account; undefined for the account of the run's exchange. */
  readonly paperDir: string | undefined
}

/** Comparison of the fills of a paper account with its recorded order book. */
export interface FillCompareRequest {
  readonly dataDir: string
  /** Directory of the account; undefined for the one whose recording is the newest. */
  readonly paperDir: string | undefined
  /** Compares orders executed from then on; undefined for the whole recording. */
  readonly fromMs: Instant | undefined
}

export interface BookComparison extends FillComparison {
  /** Directory of the account. */
  readonly account: string
  readonly market: string
  /** Compared period, up to the end of the recording. */
  readonly fromMs: Instant
  readonly toMs: Instant
  /** Reasons why fills are missing in the comparison; empty when it is complete. */
  readonly incomplete: readonly string[]
}

/** A run as a page, and its trades as CSV. */
export interface RunReport {
  readonly page: string
  readonly trades: string
}

/** Backtests and their records. Throws a `StartError` or a `HistoryError` when a request cannot be run. */
export interface Research {
  backtest(request: BacktestRequest, onProgress: (progress: BacktestProgress) => void): Promise<FinishedRun>
  /** Runs a stored run again, without storing it. */
  repeat(
    place: { readonly dataDir: string; readonly runId: string },
    onProgress: (progress: BacktestProgress) => void,
  ): Promise<Repetition>
  /** Searches parameters, or continues an interrupted search. */
  optimise(request: SearchRequest, onProgress: (progress: SearchProgress) => void): Promise<FinishedSearch>
  /** Searches and tests window by window; `onProgress` receives every trial with the number of its window. */
  walkForward(
    request: WalkRequest,
    onProgress: (progress: SearchProgress & { readonly window: number; readonly windows: number }) => void,
  ): Promise<FinishedWalk>
  /** Checks whether a strategy uses forbidden inputs, or depends on its start. */
  check(request: CheckRequest): Promise<CheckReport>
  /** Compares two runs, or a run and paper trading, signal by signal. */
  compare(request: CompareRequest): RunComparison
  /** Compares the fills of a paper account with those of the same orders in the recorded order book. */
  compareFills(request: FillCompareRequest): BookComparison
  /** Creates the report of a stored run. */
  report(run: { readonly dataDir: string; readonly runId: string }): Promise<RunReport>
  /** Returns the exchange of a stored run, and its ambiguous minutes that trades have not resolved. */
  listUnresolved(run: { readonly dataDir: string; readonly runId: string }): {
    readonly exchange: HistoryExchange
    readonly unresolved: readonly AmbiguousMinute[]
  }
  list(dataDir: string): readonly ListedRun[]
  find(dataDir: string, runId: string): ListedRun
}
