/**
 * Open faults: bad verdicts and failed parts that stay in effect until complete evidence disproves them, also over
 * restarts.
 */

import { INSUFFICIENT, type Report, type SurfaceContract } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'

/**
 * Known faults, independent of present observations. They make the order FAIL < MISSING < PASS hold over time: evidence
 * that is lost, in this run or by a restart, never turns a fault into "not enough evidence".
 */
export interface OpenFaults {
  /** Keyed by surface. */
  readonly surfaces: Readonly<Record<string, OpenFault>>
  /** Keyed by part. */
  readonly parts: Readonly<Record<string, OpenPart>>
}

/** Part of a verdict that can be measured, or missing, on its own. */
export interface JudgedPart {
  /** Names it across snapshots and runs. */
  readonly key: string
  readonly status: 'PASS' | 'FAIL' | 'MISSING' | 'UNMEASURED'
  readonly measured: number | string | null
  readonly observedAtMs: Instant | null
}

/** A bad verdict that was found and that nothing has disproved since. */
interface OpenFault {
  readonly verdict: string
  readonly summary: string
  /** Time at which it was last found. */
  readonly atMs: Instant
}

/** A part of a readiness gate that failed when it was last measured. */
interface OpenPart {
  readonly measured: number | string | null
  readonly atMs: Instant
}

export const NO_FAULTS: OpenFaults = { surfaces: {}, parts: {} }

/** Reason code for a fault that is open but was not found again. */
export const NOT_DISPROVED = 'NOT_DISPROVED'

/** Returns the place of a verdict in the order of its surface, from the worst on; -1 where the surface does not have it. */
export const verdictRank = ({ verdicts }: SurfaceContract, verdict: string): number =>
  Object.keys(verdicts).indexOf(verdict)

/** Opens the fault of a report that found one, and closes it when complete evidence disproves it. */
export const afterReport = (faults: OpenFaults, contract: SurfaceContract, report: Report): OpenFaults => {
  if (report.reasons.some(({ code }) => code === NOT_DISPROVED)) return faults
  const { [contract.surface]: _before, ...others } = faults.surfaces
  const { verdict, summary, generatedAt } = report
  const isBad = verdictRank(contract, verdict) < verdictRank(contract, INSUFFICIENT)
  const fault = isBad ? { [contract.surface]: { verdict, summary, atMs: Date.parse(generatedAt) } } : {}
  return { ...faults, surfaces: { ...others, ...fault } }
}

/** Opens faults that fail, closes those that pass, and leaves unmeasured ones unchanged. */
export const afterParts = (faults: OpenFaults, judged: readonly JudgedPart[], nowMs: Instant): OpenFaults => {
  const parts = { ...faults.parts }
  for (const { key, status, measured, observedAtMs } of judged) {
    if (status === 'FAIL') parts[key] = { measured, atMs: observedAtMs ?? nowMs }
    else if (status === 'PASS') delete parts[key]
  }
  return { ...faults, parts }
}
