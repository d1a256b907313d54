import type { Logger } from 'pino'
import type { AuditState } from '../adapters/store/audit/audit-log.ts'
import type { AuditCopies } from '../adapters/store/postgres/audit-copies.ts'
import { StoreFailure } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { AuditReader } from '../views/audit-view.ts'

/**
 * Copies the audit log of this host to the shared store each second; returns a reader of the logs of all hosts,
 * including new entries of this host. A failed copy is logged and retried; the log of this host is complete without it.
 */
export const shareAudit = ({ copies, state, logger, resources }: ShareAuditParts): AuditReader => {
  let copiedSize = -1
  const copyNew = async (): Promise<void> => {
    const { size } = state()
    if (size === copiedSize) return
    await copies.copy()
    copiedSize = size
  }
  const onFailure = (err: unknown): void => {
    if (!(err instanceof StoreFailure)) logger.error({ err }, 'the audit log cannot be copied to the shared store')
  }
  resources.defer(every(SECOND_MS, () => void copyNew().catch(onFailure)))
  return {
    async find(query) {
      await copyNew()
      return copies.find(query)
    },
  }
}

interface ShareAuditParts {
  readonly copies: AuditCopies
  readonly state: () => Pick<AuditState, 'size'>
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}
