import { atOnce, defineInput } from '../frame/input.ts'

/** How the audit log stands. */
export interface AuditTruth {
  readonly status: 'RECORDED' | 'SPOOLED' | 'HELD'
  readonly size: number
  readonly root: string
  readonly lastCheckpointAt: string | null
  /** So many entries there were at the start, whole from their newest checkpoint on; absent where they were not. */
  readonly verifiedTo?: number
  /** What is wrong with it; null when nothing is. */
  readonly broken: string | null
}

export const audit = defineInput<AuditTruth>({
  kind: 'STATE',
  source: 'audit.log',
  what: 'How the audit log stands',
  producedBy: 'audit',
  maxAgeMs: atOnce,
})
