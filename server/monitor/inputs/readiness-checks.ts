import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

export const READINESS_CHECKS = ['SIMULATION', 'CHECKPOINT', 'RESTORE', 'LIMITS_REVIEW', 'PRACTICE'] as const

/**
 * `SIMULATION`: seeds run on a build. `CHECKPOINT`: the audit log verified against a checkpoint kept elsewhere.
 * `RESTORE`: a copy of a data directory opened and verified. `LIMITS_REVIEW`: a person has reviewed the limits.
 * `PRACTICE`: orders traded at the practice exchange.
 */
export type ReadinessCheckKind = (typeof READINESS_CHECKS)[number]

/** Result of a check for a readiness gate, recorded on the host by the command that ran it. */
export interface ReadinessCheck {
  readonly kind: ReadinessCheckKind
  /** User of the host who ran it; `ENGINE` for practice. */
  readonly by: string
  readonly recordedAtMs: Instant
  /** Time the result is about: the end of a run, the signature of a checkpoint, the age of a copy. */
  readonly atMs: Instant
  /** Digest of the build or of the limits, ID of the exchange; null for the other kinds. */
  readonly subject: string | null
  /** Number of seeds, audit entries, commits or steps covered. */
  readonly count: number
  readonly faults: number
  /** First fault, or the reason given. */
  readonly note: string | null
}

export const readinessChecks = defineInput<readonly ReadinessCheck[]>({
  kind: 'ATTESTATION',
  source: 'host.readiness-checks',
  what: 'The record of checks run for the readiness gates',
  producedBy: 'host commands that record their result',
  maxAgeMs: atOnce,
})
