/** Inputs of the monitor: notification channels and the digest. */

import { atOnce, defineInput } from '../frame/input.ts'

/** Reason why a message was not delivered; contains no channel details. */
export type ChannelFault =
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'RATE_LIMITED'
  | 'AUTHENTICATION'
  | 'REMOTE_FAULT'
  | 'CONFIGURATION'

/** Status of one notification channel. */
export interface ChannelTruth {
  readonly id: string
  readonly kind: 'TELEGRAM' | 'EMAIL' | 'WEBHOOK'
  /** True when the host has configured it. */
  readonly enabled: boolean
  readonly lastAttemptAtMs: number | null
  readonly lastDeliveredAtMs: number | null
  readonly lastErrorCategory: ChannelFault | null
  readonly queued: number
  /** Messages dropped in this run. */
  readonly dropped: number
}

/** All channels of the messenger, including disabled ones. */
export const channels = defineInput<readonly ChannelTruth[]>({
  kind: 'STATE',
  source: 'messenger.channels',
  what: 'The status of the notification channels',
  producedBy: 'messenger',
  maxAgeMs: atOnce,
})

/** Provenance of a digest line. */
export type Provenance = 'LIVE_STATE' | 'CACHED' | 'STATIC_TEMPLATE' | 'ADVISORY_TEXT'

/** A line of a digest as composed. */
export interface DigestLine {
  readonly key: string
  readonly text: string
  readonly provenance: Provenance
  /** Null for a line that never changes; likewise the following fields. */
  readonly sourceSurface: string | null
  /** RFC 6901, into the report of that surface. */
  readonly pointer: string | null
  readonly snapshotId: string
  /** SHA-256 of the value at the pointer. */
  readonly valueDigest: string | null
  readonly observedAtMs: number
}

export type Recheck = 'MATCH' | 'CHANGED' | 'SOURCE_GONE'

/** A digest as composed. */
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
  /** Current values of the recorded snapshot, line by line. */
  readonly rechecks: readonly Recheck[]
  readonly nextDueAtMs: number
}

/** The last composed digest; observed when its lines were last checked against their snapshot. */
export const digest = defineInput<DigestTruth>({
  kind: 'PROBE',
  source: 'messenger.digest',
  what: 'A digest whose lines were checked',
  producedBy: 'messenger',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
