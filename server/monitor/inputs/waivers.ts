import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Waiver for a readiness gate that nothing measures: granted, with a reason, on the host alone. */
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
  what: 'What the host has waived',
  producedBy: 'plimsoll live waive',
  maxAgeMs: atOnce,
})
