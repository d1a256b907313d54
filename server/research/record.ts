/** Record of a finished backtest run: settings, inputs, results, digests. */

import { computeDigest } from '../core/digest.ts'
import type { Instant } from '../core/instant.ts'
import type { Driver, Resolution } from './driver.ts'
import type { IntrabarPath } from './intrabar-path.ts'
import type { Figure } from './statistics.ts'
import type { MarketAssumptions } from './symbol-feed.ts'

/** A finished run. Its ID is derived from its spec and inputs: the same spec on the same data is the same run. */
export interface RunRecord {
  readonly runId: string
  readonly runDigest: string
  readonly resultDigest: string
  readonly spec: RunSpec
  readonly inputs: RunInputs
  readonly result: RunResult
}

/** User settings of a run other than strategy and bars. Amounts and rates are decimal strings. */
export interface RunChoices extends MarketAssumptions {
  readonly symbols: readonly string[]
  readonly fromMs: Instant
  readonly toMs: Instant
  readonly balance: string
  readonly fees: { readonly maker: string; readonly taker: string }
  readonly latencyMs: number
  readonly path: IntrabarPath
  readonly resolve: Resolution
  /** When the host resumes trading after a breaker has paused it. */
  readonly host: 'never' | 'rearms-next-day'
  readonly asLive: boolean
}

/** All choices for a run. */
export interface RunSpec extends RunChoices {
  /** Driver that ran it. */
  readonly engine: Driver
  readonly strategy: {
    /** Strategy as given by the user: the ID of a built-in strategy, or the path of a file. */
    readonly source: string
    readonly id: string
    readonly version: number
    readonly definitionDigest: string
    readonly sourceDigest: string | null
    readonly params: Readonly<Record<string, number>>
  }
  readonly exchange: string
  readonly intervals: readonly string[]
  readonly constitutionHash: string
  readonly bracketsDigest: string
}

/** All other inputs of a run. */
export interface RunInputs {
  /** Digest of the history of each symbol. */
  readonly data: Readonly<Record<string, string>>
  /** Digest of the code that a backtest runs. */
  readonly engineDigest: string
  /** Digest of all code; not part of the run's ID. */
  readonly buildDigest: string
  readonly node: string
  readonly v8: string
}

/** Net results with the two extreme orders of prices within a minute that is not resolved. */
export interface PathBounds {
  readonly stopFirst: string
  readonly targetFirst: string
  /** Net result with the target first minus net result with the stop first. */
  readonly ambiguityCost: string
  readonly ambiguousMinutes: number
  /** Number of these minutes whose order of prices is known from trades. */
  readonly resolvedMinutes: number
}

/** Results of a run. */
export interface RunResult {
  readonly bars: number
  readonly gapMinutes: number
  readonly signals: number
  readonly considered: number
  readonly ordered: number
  readonly givenUp: number
  readonly trades: number
  readonly exits: Readonly<Record<string, number>>
  readonly leftOpen: number
  readonly opening: string
  readonly equity: string
  readonly net: string
  readonly fees: string
  readonly funding: string
  readonly unrealized: string
  readonly refusalsByGate: Readonly<Record<string, number>>
  readonly pauses: readonly { readonly at: string; readonly code: string }[]
  readonly bounds: PathBounds
  readonly statistics: Readonly<Record<string, Figure>>
  readonly tradesDigest: string
  readonly equityDigest: string
}

export const createRecord = (spec: RunSpec, inputs: RunInputs, result: RunResult): RunRecord => {
  const { buildDigest: _, ...decisive } = inputs
  const runDigest = computeDigest({ spec, inputs: decisive })
  return {
    runId: `run_${runDigest.slice(0, 12)}`,
    runDigest,
    resultDigest: computeDigest(result),
    spec,
    inputs,
    result,
  }
}
