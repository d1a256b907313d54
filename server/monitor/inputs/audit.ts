import { atOnce, defineInput } from '../frame/input.ts'

/** Status of the audit log. */
export interface AuditTruth {
  readonly status: 'RECORDED' | 'SPOOLED' | 'HELD'
  readonly size: number
  readonly root: string
  readonly lastCheckpointAt: string | null
  /** So many entries there were at the start, whole from their newest checkpoint on; absent where they were not. */
  readonly verifiedTo?: number
  /** Fault of the audit log; null when there is none. */
  readonly broken: string | null
}

export const audit = defineInput<AuditTruth>({
  kind: 'STATE',
  source: 'audit.log',
  what: 'The status of the audit log',
  producedBy: 'audit',
  maxAgeMs: atOnce,
})
