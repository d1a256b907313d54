/**
 * Open faults: bad verdicts and failed parts that remain in effect until complete evidence disproves them, even across
 * restarts.
 */

import { INSUFFICIENT, type Report, type SurfaceContract } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'

/**
 * Known faults, independent of current observations. They preserve the order FAIL < MISSING < PASS over time: losing
 * evidence, in this run or by a restart, never turns a fault into "not enough evidence".
 */
export interface OpenFaults {
  /** Keyed by surface. */
  readonly surfaces: Readonly<Record<string, OpenFault>>
  /** Keyed by part. */
  readonly parts: Readonly<Record<string, OpenPart>>
}

/** Part of a verdict that can be measured or missing independently. */
export interface JudgedPart {
  /** Name of the part across snapshots and runs. */
  readonly key: string
  readonly status: 'PASS' | 'FAIL' | 'MISSING' | 'UNMEASURED'
  readonly measured: number | string | null
  readonly observedAtMs: Instant | null
}

/** A bad verdict that has not been disproved since. */
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

/** Reason code for an open fault that was not found again. */
export const NOT_DISPROVED = 'NOT_DISPROVED'

/** Returns the rank of a verdict on its surface, starting with the worst; -1 if the surface does not have it. */
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
