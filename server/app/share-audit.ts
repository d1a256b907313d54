import type { AuditState } from '../adapters/store/audit/audit-log.ts'
import type { AuditCopies } from '../adapters/store/postgres/audit-copies.ts'
import { unlessAway } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { AuditReader } from '../views/audit-view.ts'

/** Copies the audit log of this host to the others each second; returns the logs of all hosts, with what is new in this one. */
export const shareAudit = (
  copies: AuditCopies,
  state: () => Pick<AuditState, 'size'>,
  resources: AsyncDisposableStack,
): AuditReader => {
  let copiedSize = -1
  const copyNew = async (): Promise<void> => {
    const { size } = state()
    if (size === copiedSize) return
    await copies.copy()
    copiedSize = size
  }
  resources.defer(every(SECOND_MS, () => void copyNew().catch(unlessAway)))
  return {
    async find(query) {
      await copyNew()
      return copies.find(query)
    },
  }
}
