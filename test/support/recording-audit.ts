import { StoreFailure } from '../../server/core/errors.ts'
import type { AuditEntry } from '../../server/engine/model/facts.ts'
import type { AuditStatus, AuditTrail } from '../../server/engine/model/ports.ts'

/** Audit log in memory. */
export interface RecordingAudit extends AuditTrail {
  readonly entries: AuditEntry[]
}

/** Creates an audit; `fate` returns the destination of the next entries, and `LOST` is a store that accepts nothing. */
export const createRecordingAudit = (fate: () => AuditStatus | 'LOST' = () => 'RECORDED'): RecordingAudit => {
  const entries: AuditEntry[] = []
  return {
    entries,
    append(added) {
      const status = fate()
      if (status === 'LOST') throw new StoreFailure('the disk is full')
      entries.push(...added)
      return status
    },
    status: () => (fate() === 'RECORDED' ? 'RECORDED' : 'SPOOLED'),
  }
}
