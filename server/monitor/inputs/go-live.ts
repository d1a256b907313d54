/** Inputs of the monitor: decision packets, waivers, readiness checks and live grants. */

import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { KeyOutcome } from '../../domain/account/key-permissions.ts'
import type { GivenGrant } from '../../domain/control/live-grant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** The last two decision packets: the current one and its predecessor. */
export interface StoredPackets {
  readonly current: DecisionPacket
  readonly before: DecisionPacket | null
}

export const packet = defineInput<StoredPackets>({
  kind: 'ATTESTATION',
  source: 'monitor.packets',
  what: 'The latest decision packet',
  producedBy: 'live-readiness-decision-packet',
  maxAgeMs: () => DAY_MS,
})

/** Waiver for a readiness gate that cannot be measured, granted on the host with a reason. */
export interface Waiver {
  readonly gateId: string
  readonly by: string
  readonly reason: string
  readonly madeAtMs: Instant
  readonly expiresAtMs: Instant
}

export const waivers = defineInput<readonly Waiver[]>({
  kind: 'ATTESTATION',
  source: 'host.waivers',
  what: 'The waivers of the host',
  producedBy: 'plimsoll live waive',
  maxAgeMs: atOnce,
})

export const READINESS_CHECKS = [
  'SIMULATION',
  'CHECKPOINT',
  'RESTORE',
  'LIMITS_REVIEW',
  'PRACTICE',
  'KEY',
  'FILLS',
] as const

/**
 * `SIMULATION`: seeds run on a build. `CHECKPOINT`: the audit log verified against a checkpoint stored elsewhere.
 * `RESTORE`: a copy of a data directory opened and verified. `LIMITS_REVIEW`: a person has reviewed the limits.
 * `PRACTICE`: orders traded at the practice exchange. `KEY`: permissions of an exchange key read from the exchange.
 * `FILLS`: paper fills compared with the recorded order book.
 */
export type ReadinessCheckKind = (typeof READINESS_CHECKS)[number]

/** Result of a check for a readiness gate, recorded on the host by the command that ran it. */
export interface ReadinessCheck {
  readonly kind: ReadinessCheckKind
  /** User of the host who ran it; `ENGINE` for practice. */
  readonly by: string
  readonly recordedAtMs: Instant
  /** Time to which the result refers: the end of a run, the signature of a checkpoint, or the creation of a copy. */
  readonly atMs: Instant
  /** Digest of the build, the limits or the sealed key, ID of the exchange, name of the market; null for other kinds. */
  readonly subject: string | null
  /** Number of seeds, audit entries, commits, steps, reported permissions or fills covered. */
  readonly count: number
  readonly faults: number
  /** First fault, or the given reason. */
  readonly note: string | null
  /** Only for `KEY`. */
  readonly key?: KeyReading
  /** Only for `FILLS`. */
  readonly fills?: FillReading
}

/** Distance of paper fills from those of the recorded order book. */
export interface FillReading {
  /** Median in basis points; null when at least half of the fills have no counterpart. */
  readonly medianBps: number | null
  /** First reason why fills could not be compared; null when all were. */
  readonly incomplete: string | null
  /** Compared period, up to the end of the recording. */
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Permissions of a stored exchange key, or its rejection, without the key itself. */
export type KeyReading = KeyOutcome & {
  readonly exchange: string
  /** Base URL at which they were read; null for the exchange's own. */
  readonly url: string | null
  /** First and last characters of the key. */
  readonly apiKey: string
}

/** Key that a live start at the exchange of this server would use. */
export interface LiveKeyTruth {
  /** Null for a market without an exchange. */
  readonly exchange: string | null
  /** Base URL that replaces the exchange's own; null for none. */
  readonly url: string | null
  /** Null when no key is stored; `fingerprint` is the digest of the sealed key. */
  readonly key: { readonly apiKey: string; readonly fingerprint: string } | null
}

export const liveKey = defineInput<LiveKeyTruth>({
  kind: 'STATE',
  source: 'host.keys',
  what: 'The stored key that live trading would use',
  producedBy: 'plimsoll keys add',
  maxAgeMs: () => MINUTE_MS,
})

export const readinessChecks = defineInput<readonly ReadinessCheck[]>({
  kind: 'ATTESTATION',
  source: 'host.readiness-checks',
  what: 'The record of checks run for the readiness gates',
  producedBy: 'host commands that record their result',
  maxAgeMs: atOnce,
})

/** Permission for live trading that the host has granted, if any. */
export interface LiveGrantTruth {
  readonly grant: GivenGrant | null
}

export const liveGrant = defineInput<LiveGrantTruth>({
  kind: 'STATE',
  source: 'host.live-grant',
  what: 'The live grant of the host',
  producedBy: 'plimsoll live arm',
  maxAgeMs: atOnce,
})

/** Emergency stop that a person engaged, or a process that ended without a clean shutdown, and the result. */
export interface Drill {
  readonly drillId: string
  readonly kind: 'EMERGENCY_STOP' | 'KILL'
  readonly mode: ExecutionMode
  /** Time at which it was engaged; for a kill, the start of the next process. */
  readonly startedAtMs: Instant
  /** Time of completion; null until proven. */
  readonly completedAtMs: Instant | null
  /**
   * `COMPLETE`: every order that could increase risk was cancelled and every position protected by its stop, verified
   * twice; or ledger, orders, positions and protection were verified after a kill. `PENDING`: not yet complete.
   * `UNSAFE`: something was lost or could not be proven. `CUT_OFF`: the stop was cleared, or the process ended again,
   * before completion.
   */
  readonly outcome: 'PENDING' | 'COMPLETE' | 'UNSAFE' | 'CUT_OFF'
  /** User who engaged the stop; null for a kill. */
  readonly by: string | null
  /** Delay from the stop instruction to the action of the engine, ms; null for a kill. */
  readonly heldWithinMs: number | null
}

export const drills = defineInput<readonly Drill[]>({
  kind: 'STATE',
  source: 'store.drills',
  what: 'The record of emergency stops and of recoveries after kills',
  producedBy: 'evidence store',
  maxAgeMs: atOnce,
})
