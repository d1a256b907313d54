import { defineInput } from '../frame/input.ts'

/** Result of reading the whole audit log, from its first entry on. */
export interface AuditVerificationTruth {
  /** Entries that were judged. */
  readonly size: number
  readonly checkpoints: number
  readonly findings: number
  /** The code of the first finding; null where there is none. */
  readonly first: string | null
}

export const auditVerification = defineInput<AuditVerificationTruth>({
  kind: 'ATTESTATION',
  source: 'audit.verification',
  what: 'A verification of the whole audit log',
  producedBy: 'audit',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
