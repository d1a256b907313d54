import { defineInput } from '../frame/input.ts'

/** Provenance of a line. */
export type Provenance = 'LIVE_STATE' | 'CACHED' | 'STATIC_TEMPLATE' | 'ADVISORY_TEXT'

/** A line of a digest as it was composed. */
export interface DigestLine {
  readonly key: string
  readonly text: string
  readonly provenance: Provenance
  /** Null, like what follows it, for a line that never changes. */
  readonly sourceSurface: string | null
  /** RFC 6901, into the report of that surface. */
  readonly pointer: string | null
  readonly snapshotId: string
  /** SHA-256 of what the pointer led to. */
  readonly valueDigest: string | null
  readonly observedAtMs: number
}

export type Recheck = 'MATCH' | 'CHANGED' | 'SOURCE_GONE'

/** A digest as it was composed. */
export interface Digest {
  readonly digestId: string
  readonly composedAtMs: number
  readonly windowFromMs: number | null
  readonly windowToMs: number
  readonly templateVersion: string
  readonly lines: readonly DigestLine[]
  /** SHA-256 of the lines. */
  readonly contentHash: string
}

export interface DigestTruth extends Digest {
  /** Present values of the recorded snapshot, line by line. */
  readonly rechecks: readonly Recheck[]
  readonly nextDueAtMs: number
}

/** The last digest that was composed; observed when its lines were last checked against the snapshot they came of. */
export const digest = defineInput<DigestTruth>({
  kind: 'PROBE',
  source: 'messenger.digest',
  what: 'A digest whose lines were checked',
  producedBy: 'messenger',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
