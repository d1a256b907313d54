/** Inputs of the monitor: the engine, its emergency stop, store, restarts and limits. */

import type { AutotradingStatus } from '../../../contract/control.ts'
import type { Instant } from '../../core/instant.ts'
import type { RunHashes } from '../../domain/control/continuity.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import type { ArticleEvidence } from '../../domain/risk/probes/probe.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Status of autotrading, with its blockers, breakers and trading scopes. */
export const engine = defineInput<AutotradingStatus>({
  kind: 'STATE',
  source: 'engine.state',
  what: 'The status of the engine',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})

/** Emergency stop status; also engaged when the state could not be read. */
export const latch = defineInput<AutotradingStatus['latch']>({
  kind: 'STATE',
  source: 'engine.latch',
  what: 'Whether an emergency stop is engaged',
  producedBy: 'stop switch',
  maxAgeMs: atOnce,
})

/** Health of the engine's store. */
export interface StoreTruth {
  /** Reason why decisions cannot be made durable, if any. */
  readonly failure: string | null
  readonly commitP99Ms: number | null
  readonly freeDiskBytes: number | null
}

export const store = defineInput<StoreTruth>({
  kind: 'STATE',
  source: 'store.sqlite',
  what: 'The health of the store',
  producedBy: 'engine store',
  maxAgeMs: atOnce,
})

/** State found at the start of this process, and the progress of its verification. */
export interface RestartTruth {
  readonly bootId: string
  readonly startedAtMs: Instant
  /** Null at the first start on this store. */
  readonly previous: {
    readonly epoch: number
    readonly endedCleanly: boolean
    /** Time of its last fact. */
    readonly lastAtMs: Instant
    /** Last state before the process ended; null when startup did not complete. */
    readonly state: ControlState | null
    /** Null when they were not recorded. */
    readonly hashes: RunHashes | null
  } | null
  /** Desired state found at the start. */
  readonly desiredState: DesiredState
  readonly autoResume: boolean
  readonly uncleanEnds: number
  readonly isHostNew: boolean
  readonly isStoreChecked: boolean
  readonly damage: string | null
  readonly epoch: number
  readonly foreignEpoch: number | null
  /** Number currently unresolved. */
  readonly unresolved: number
  /** Null before the account was read. */
  readonly disputed: number | null
  readonly foreign: number | null
  readonly positions: number
  readonly unprotected: number
  readonly unprotectedBeyondBudget: number
  /** Sum of offset and error; null until measured, and when the market's own clock is used. */
  readonly clockOffMs: number | null
  readonly clockChecked: boolean
  /** True when the clocks really differ; otherwise the comparison is only uncertain. */
  readonly isClockOffset: boolean
  /** Times at which pending results are checked next; null when nothing is due. */
  readonly due: {
    readonly clock: Instant | null
    readonly account: Instant | null
    /** Time by which a pending order is either found or proven absent. */
    readonly outcomes: Instant | null
  }
  readonly books: { readonly ready: number; readonly all: number }
  /** Series of built-in strategies that have completed their warm-up. */
  readonly series: { readonly ready: number; readonly all: number }
  readonly recovered: {
    readonly intentsAbandoned: number
    readonly dispatchesUnknown: number
    readonly resolvedFound: number
    readonly resolvedAbsent: number
    readonly fillsBackfilled: number
    readonly externalOrders: number
    readonly positionsAdopted: number
  }
  /** Time at which each condition was first met after the start; it counts as proven from then on. */
  readonly firsts: {
    readonly read: Instant | null
    readonly resolved: Instant | null
    readonly reconciled: Instant | null
    readonly protected: Instant | null
    readonly clock: Instant | null
    readonly market: Instant | null
  }
}

export const restart = defineInput<RestartTruth>({
  kind: 'STATE',
  source: 'engine.boot',
  what: 'The findings of the start checks',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})

/** Declared and effective limit, with the result of its probe. */
export interface TriedArticle extends ArticleEvidence {
  /** Time since which the limits have differed; null if they do not. */
  readonly differsSinceMs: Instant | null
}

/** Enforced limits, probed at the active gates. */
export interface ConstitutionProbes {
  readonly source: 'BUILT_IN' | 'HOST_FILE'
  /** SHA-256 of the host's file, and its content. */
  readonly file: { readonly digest: string; readonly names: readonly string[] } | null
  readonly loadedAtMs: Instant
  readonly articles: readonly TriedArticle[]
  /** Runs with different limits than the previous run, newest first. */
  readonly changes: readonly {
    readonly runId: string
    readonly atMs: Instant
    readonly fromHash: string
    readonly toHash: string
  }[]
}

export const constitutionProbes = defineInput<ConstitutionProbes>({
  kind: 'PROBE',
  source: 'risk.gates',
  what: 'A probe of every limit on the gates',
  producedBy: 'gate probes',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
