import { INSUFFICIENT, type Report, type SurfaceContract } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'

/** One of the things a verdict is made of, that can be measured, or not, by itself. */
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
  /** When it was last found. */
  readonly atMs: Instant
}

/** A part of a readiness gate that failed when it was last measured. */
interface OpenPart {
  readonly measured: number | string | null
  readonly atMs: Instant
}

/**
 * What is known to be wrong, whatever is observed now. It is what makes the order FAIL < MISSING < PASS hold over time: evidence that is
 * lost, in this run or by a restart, never turns a fault into "not enough evidence".
 */
export interface OpenFaults {
  /** By surface. */
  readonly surfaces: Readonly<Record<string, OpenFault>>
  /** By the key of the part. */
  readonly parts: Readonly<Record<string, OpenPart>>
}

export const NO_FAULTS: OpenFaults = { surfaces: {}, parts: {} }

/** The code of the reason that says that a fault is open and not found anew. */
export const NOT_DISPROVED = 'NOT_DISPROVED'

/** Returns the place of a verdict in the order of its surface, from the worst on; -1 where the surface does not have it. */
export const verdictRank = ({ verdicts }: SurfaceContract, verdict: string): number =>
  Object.keys(verdicts).indexOf(verdict)

/** Opens the fault of a report that found one, and closes it where whole evidence says otherwise. */
export const afterReport = (faults: OpenFaults, contract: SurfaceContract, report: Report): OpenFaults => {
  if (report.reasons.some(({ code }) => code === NOT_DISPROVED)) return faults
  const { [contract.surface]: _before, ...others } = faults.surfaces
  const { verdict, summary, generatedAt } = report
  const isBad = verdictRank(contract, verdict) < verdictRank(contract, INSUFFICIENT)
  const fault = isBad ? { [contract.surface]: { verdict, summary, atMs: Date.parse(generatedAt) } } : {}
  return { ...faults, surfaces: { ...others, ...fault } }
}

/** Opens what fails, closes what passes, and leaves what is not measured as it was. */
export const afterParts = (faults: OpenFaults, judged: readonly JudgedPart[], nowMs: Instant): OpenFaults => {
  const parts = { ...faults.parts }
  for (const { key, status, measured, observedAtMs } of judged) {
    if (status === 'FAIL') parts[key] = { measured, atMs: observedAtMs ?? nowMs }
    else if (status === 'PASS') delete parts[key]
  }
  return { ...faults, parts }
}
