import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import { recordCheck } from './live.ts'
import type { BackupCheck, CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { getAuditFiles, printJson, wantsJson } from './requests.ts'

/** Copies of the data directory. */
export const addBackup = (program: Command, parts: CliParts): void => {
  const backup = program.command('backup').description('check copies of the data directory')
  const command = backup
    .command('check <directory>')
    .description('verify that a copy can be restored: every database, the ledger, the users and the audit log')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string) => {
      const directory = resolve(path)
      if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
        throw usageFailure(`${directory} is not a directory.`)
      const checked = await parts.checkBackup(directory)
      const findings = [...checked.findings, ...(await findForeign(parts, command, checked))]
      const result = { ...checked, findings, ok: findings.length === 0 }
      if (wantsJson(command)) printJson(parts, result)
      else parts.terminal.out(describe(result))
      if (checked.newestAtMs !== null) await record(parts, command, { ...result, newestAtMs: checked.newestAtMs })
      if (result.ok) return
      const message = `The copy cannot be restored: ${findings.length === 1 ? 'one fault' : `${findings.length} faults`}.`
      throw new CliFailure(EXIT.failure, { code: 'BACKUP_FINDINGS', message })
    })
}

/** Returns a sentence when the audit log of the copy is not an earlier state of this data directory's. */
const findForeign = async (
  parts: CliParts,
  command: Command,
  { checkpoint }: BackupCheck,
): Promise<readonly string[]> => {
  if (checkpoint === null)
    return [
      'The copy has no signed checkpoint of its audit log; a server signs the first one within a minute of its first entry.',
    ]
  const { findings } = await getAuditFiles(parts, command).verify(checkpoint)
  const foreign = findings.filter(({ code }) => code.startsWith('OUTSIDE_'))
  return foreign.map(({ code, detail }) => `The copy belongs to another data directory: ${code}: ${detail}`)
}

type Result = BackupCheck & { readonly ok: boolean }

const describe = ({ newestAtMs, entries, commits, ledgers, findings, ok }: Result): string =>
  printFields([
    ['Result', ok ? 'can be restored' : 'faults found'],
    ['Newest entry', newestAtMs === null ? 'none' : toRfc3339(newestAtMs)],
    ['Entries', String(entries)],
    ['Ledgers', String(ledgers)],
    ['Commits', String(commits)],
    ...findings.map((finding): [string, string] => ['Fault', finding]),
  ])

const record = (
  parts: CliParts,
  command: Command,
  { newestAtMs, commits, findings }: Result & { readonly newestAtMs: number },
): Promise<void> => {
  const [note] = findings
  const result = { check: 'RESTORE', atMs: newestAtMs, count: commits, faults: findings.length } as const
  return recordCheck(parts, command, note === undefined ? result : { ...result, note })
}

const EXAMPLES = `
The copy is opened in a temporary directory and is not changed. A running server records the result for readiness gate LR19.

Example:
  $ plimsoll backup check /mnt/backup/plimsoll

Exit code 0: it can be restored; 1: faults were found.`
