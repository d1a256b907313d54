import type { Command } from 'commander'
import { addAuditCheckpoint } from './audit-checkpoint.ts'
import { addAuditExport } from './audit-export.ts'
import { addAuditList } from './audit-list.ts'
import { addAuditVerify } from './audit-verify.ts'
import type { CliParts } from './parts.ts'

export const addAudit = (program: Command, parts: CliParts): void => {
  const audit = program.command('audit').description('read and verify the record of who did what')
  addAuditVerify(audit, parts)
  addAuditList(audit, parts)
  addAuditExport(audit, parts)
  addAuditCheckpoint(audit, parts)
}
