/**
 * Records for the readiness gates: hourly observations of feeds, reconciliations, clock and verdicts, and the open
 * faults.
 */

import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import { listFields, readFields, writeFields } from '../../core/state-fields.ts'
import {
  advanceSketch,
  createQuantileSketch,
  estimateQuantile,
  sumSlices,
  tally,
} from '../../domain/microstructure/quantile-sketch.ts'
import { afterParts, afterReport, NO_FAULTS, type OpenFaults, verdictRank } from '../../monitor/frame/open-faults.ts'
import { measureParts } from '../../monitor/frame/report.ts'
import type { MadeReport } from '../../monitor/frame/reports.ts'
import type { WatchTruth } from '../../monitor/inputs/observation.ts'
import type { EvidenceSection } from './evidence-record.ts'

/** Hourly record of observations on which the readiness gates are based. */
export interface WatchRecord {
  readonly section: EvidenceSection
  note(observation: Observation): void
  /** Counts the time of each watched verdict. */
  onMade(made: MadeReport): void
  truth(windowMs: number, nowMs: Instant): WatchTruth
}

/** Observations of one hour. */
interface WatchedHour {
  observedMs: number
  feedMs: number
  reconciliations: number
  differing: number
  readonly verdicts: Record<string, Record<string, number>>
}

/** One sample of the watched values. */
export interface Observation {
  readonly atMs: Instant
  readonly isFeedFresh: boolean
  /** Time of the last reconciliation with the exchange, and whether a difference remained. */
  readonly reconciledAtMs: Instant | null
  readonly differs: boolean
  /** Time, offset and error of the last clock measurement; null when the clock is not measured. */
  readonly clock: { readonly atMs: Instant; readonly offMs: number } | null
}

const REMEMBERED_HOURS = 31 * 24
/** Maximum time between two samples that counts as observed. */
const OBSERVATION_GAP_MAX_MS = 5 * SECOND_MS
const REPORTS_APART_MAX_MS = 20 * SECOND_MS
/** Verdicts whose history the gates evaluate. */
const WATCHED: readonly string[] = [
  'evidence-loop-closure-truth',
  'protection-blocker-truth',
  'execution-throttle-truth',
]
/** Range from 1/16 ms to an hour; seven days and the current one. */
const OFFSETS = { from: 1 / 16, octaves: 26, slices: 8, sliceMs: DAY_MS }

export const createWatchRecord = (): WatchRecord => {
  const record = { hours: new Map<Instant, WatchedHour>(), offsets: createQuantileSketch(OFFSETS) }
  const last = { observation: undefined as Observation | undefined, verdicts: new Map<string, Verdict>() }
  const state = {
    hours: listFields(record, 'hours'),
    offsets: listFields(record.offsets, 'slices', 'stamps', 'stamp'),
  }
  return {
    section: {
      name: 'watch',
      version: 1,
      save: () => readFields(state),
      resume(saved) {
        writeFields(state, saved)
        const { offsets } = record
        offsets.current = offsets.slices[Math.max(0, offsets.stamp) % offsets.slices.length] ?? offsets.current
      },
    },
    note(observation) {
      const before = last.observation
      last.observation = observation
      if (!before || observation.atMs <= before.atMs) return
      countTime(hourAt(record.hours, observation.atMs), before, observation)
      if (observation.clock && observation.clock.atMs !== before.clock?.atMs) {
        advanceSketch(record.offsets, observation.atMs)
        tally(record.offsets, observation.clock.offMs)
      }
    },
    onMade({ report: { surface, verdict }, snapshot: { takenAtMs: atMs } }) {
      if (!WATCHED.includes(surface)) return
      const before = last.verdicts.get(surface)
      last.verdicts.set(surface, { verdict, atMs })
      if (!before || atMs <= before.atMs || atMs - before.atMs > REPORTS_APART_MAX_MS) return
      const { verdicts } = hourAt(record.hours, atMs)
      const own = verdicts[surface] ?? {}
      verdicts[surface] = own
      own[before.verdict] = (own[before.verdict] ?? 0) + atMs - before.atMs
    },
    truth(windowMs, nowMs) {
      const fromMs = nowMs - windowMs
      const hours = [...record.hours].flatMap(([atMs, hour]) =>
        atMs > fromMs - HOUR_MS && atMs <= nowMs ? [hour] : [],
      )
      const sum = (of: (hour: WatchedHour) => number): number => hours.reduce((total, hour) => total + of(hour), 0)
      return {
        fromMs,
        toMs: nowMs,
        observedMs: sum(({ observedMs }) => observedMs),
        feedMs: sum(({ feedMs }) => feedMs),
        reconciliations: sum(({ reconciliations }) => reconciliations),
        differing: sum(({ differing }) => differing),
        clockP99Ms: estimateQuantile(record.offsets, 0.99)?.value ?? null,
        clockSamples: sumSlices(record.offsets).n,
        verdicts: Object.fromEntries(WATCHED.map((surface) => [surface, verdictsIn(hours, surface)])),
      }
    },
  }
}

/** Counts the time between two samples with the values of the first sample. */
const countTime = (hour: WatchedHour, before: Observation, observation: Observation): void => {
  const passedMs = observation.atMs - before.atMs
  if (passedMs <= OBSERVATION_GAP_MAX_MS) {
    hour.observedMs += passedMs
    if (before.isFeedFresh) hour.feedMs += passedMs
  }
  if (observation.reconciledAtMs === null || observation.reconciledAtMs === before.reconciledAtMs) return
  hour.reconciliations++
  if (observation.differs) hour.differing++
}

interface Verdict {
  readonly verdict: string
  readonly atMs: Instant
}

const hourAt = (hours: Map<Instant, WatchedHour>, atMs: Instant): WatchedHour => {
  const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS
  const known = hours.get(hourMs)
  if (known) return known
  const begun: WatchedHour = { observedMs: 0, feedMs: 0, reconciliations: 0, differing: 0, verdicts: {} }
  hours.set(hourMs, begun)
  for (const [oldest] of hours) {
    if (hours.size <= REMEMBERED_HOURS) break
    hours.delete(oldest)
  }
  return begun
}

const verdictsIn = (hours: readonly WatchedHour[], surface: string): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { verdicts } of hours) {
    for (const [verdict, ms] of Object.entries(verdicts[surface] ?? {})) sums[verdict] = (sums[verdict] ?? 0) + ms
  }
  return sums
}

/**
 * Returns a function that receives every computed report, and returns whether its verdict is worse than the last one of
 * its surface: what was counted for it must be saved, so that a crash does not make it better. Verdicts that change with
 * every bar are computed from stored data.
 */
export const createVerdictWatch = (): ((made: Pick<MadeReport, 'report' | 'surface'>) => boolean) => {
  const ranks = new Map<string, number>()
  return ({ report: { verdict }, surface: { contract } }) => {
    if (contract.isMomentary) return false
    const rank = verdictRank(contract, verdict)
    const before = ranks.get(contract.surface) ?? Number.POSITIVE_INFINITY
    ranks.set(contract.surface, rank)
    return rank < before
  }
}

/** Faults of this run and of earlier runs that have not been disproved. */
export interface FaultRecord {
  readonly section: EvidenceSection
  faults(): OpenFaults
  /** Receives every computed report; returns whether a fault was opened, closed or replaced by another. */
  onMade(made: MadeReport): boolean
}

export const createFaultRecord = (): FaultRecord => {
  let faults = NO_FAULTS
  return {
    section: {
      name: 'faults',
      version: 1,
      save: () => faults,
      resume(saved) {
        if (typeof saved !== 'object' || saved === null || !('surfaces' in saved) || !('parts' in saved)) {
          throw new TypeError('the saved faults have an unknown format')
        }
        faults = saved as OpenFaults
      },
    },
    faults: () => faults,
    onMade({ report, surface, snapshot, reports }) {
      const before = faults
      faults = afterReport(faults, surface.contract, report)
      faults = afterParts(faults, measureParts(surface, snapshot, reports), snapshot.takenAtMs)
      return faultNames(faults) !== faultNames(before)
    },
  }
}

/** Returns the names of the open faults. */
const faultNames = ({ surfaces, parts }: OpenFaults): string =>
  [...Object.entries(surfaces).map(([surface, { verdict }]) => `${surface} ${verdict}`), ...Object.keys(parts)]
    .toSorted()
    .join(', ')
