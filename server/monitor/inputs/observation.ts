/**
 * Inputs of the monitor: records of observations over days, open faults, the status history, and resource usage.
 */

import type { Static } from 'typebox'
import type { publicStatusTruth } from '../../../contract/monitor/public-status-truth.ts'
import type { Instant, TimeRange } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'
import type { OpenFaults } from '../frame/open-faults.ts'

/** Observations over the days that the readiness gates evaluate. Excludes time in which the process was down. */
export interface WatchTruth {
  readonly fromMs: Instant
  readonly toMs: Instant
  /** Observed part of the window. */
  readonly observedMs: number
  /** Part of the observed time in which the prices of every instrument were fresh. */
  readonly feedMs: number
  /** Number of reconciliations with the exchange, and how many left a difference. */
  readonly reconciliations: number
  readonly differing: number
  /** 99th percentile of the clock offset including its error, ms, and the number of measurements. */
  readonly clockP99Ms: number | null
  readonly clockSamples: number
  /** Time each surface had each verdict, ms. */
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export const watch = defineInput<WatchTruth>({
  kind: 'STATISTICS',
  source: 'store.watch',
  what: 'The record of observations over days',
  producedBy: 'evidence store',
  maxAgeMs: () => 2 * atOnce(),
})

/** Start of the evidence for this market and mode, and the periods in it that were not observed. */
export interface EvidenceRecordTruth {
  /** Start of the evidence; later when earlier evidence was lost. */
  readonly sinceMs: Instant
  /** Last time evidence was missing or damaged at startup; null if this has never happened. */
  readonly lost: { readonly atMs: Instant; readonly reason: string } | null
  /** Periods in which the process was down or its measurements were not saved, oldest first. */
  readonly gaps: readonly TimeRange[]
  /** Time of the last complete save; null until the first one. */
  readonly savedAtMs: Instant | null
  /** Reason why the last save failed; null when it succeeded. */
  readonly failure: string | null
}

export const evidenceRecord = defineInput<EvidenceRecordTruth>({
  kind: 'STATE',
  source: 'store.evidence-record',
  what: 'The record of measurements of earlier runs',
  producedBy: 'evidence store',
  maxAgeMs: atOnce,
})

export const openFaults = defineInput<OpenFaults>({
  kind: 'STATE',
  source: 'monitor.open-faults',
  what: 'The faults found and not yet resolved',
  producedBy: 'monitor',
  maxAgeMs: atOnce,
})

/** History of the public status, as far as this process has observed it. */
export interface StatusHistoryTruth {
  /** Last state of each component, and since when. */
  readonly components: readonly {
    readonly id: ComponentId
    readonly status: ComponentStatus
    readonly sinceMs: Instant
  }[]
  /** Observed part of the last 24 hours, and the part of it with the status OPERATIONAL or paused. */
  readonly observedMs: number
  readonly workingMs: number
  readonly lastIncident: {
    readonly code: string
    readonly startedAtMs: Instant
    readonly endedAtMs: Instant | null
  } | null
}

export const statusHistory = defineInput<StatusHistoryTruth>({
  kind: 'STATISTICS',
  source: 'monitor.status-history',
  what: 'The status history',
  producedBy: 'monitor',
  maxAgeMs: atOnce,
})

/** Running build and its resource usage. */
export interface ProcessFigures {
  readonly version: string
  readonly nodeVersion: string
  readonly startedAtMs: number
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapTotalBytes: number
  /** User CPU time since the start. */
  readonly cpuUserSec: number
  readonly cpuSystemSec: number
  /** Timer delay of the process since the last reading; null when nothing was measured in between. */
  readonly loopDelay: { readonly meanSec: number; readonly p99Sec: number; readonly maxSec: number } | null
}

export const processFigures = defineInput<ProcessFigures>({
  kind: 'STATE',
  source: 'process',
  what: 'The resource usage of the process',
  producedBy: 'process',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

type PublicComponent = Static<(typeof publicStatusTruth)['data']>['components'][number]

export type ComponentId = PublicComponent['id']
export type ComponentStatus = PublicComponent['status']
