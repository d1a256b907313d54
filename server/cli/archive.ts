import { type Command, InvalidArgumentError, Option } from 'commander'
import { DAY_MS, parseDuration } from '../core/instant.ts'
import { addStoreOptions } from './engine.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import type { ArchiveCheck, ArchivedLog, CliParts, MoveFlags } from './parts.ts'
import { printFields } from './print.ts'
import { printJson, wantsJson } from './requests.ts'

/** Adds the command that moves older batches of a shared account into files, and verifies these. */
export const addArchive = (program: Command, parts: CliParts): void => {
  const command = program
    .command('archive')
    .description('move older batches of a shared account from PostgreSQL into files, or verify these')
    .option('--to <directory>', 'folder of the archive')
    .option('--account <name>', 'name of the account in the store')
    .addOption(
      new Option('--keep-log <duration>', 'age up to which batches remain in PostgreSQL')
        .argParser(parseAge)
        .default(DEFAULT_KEEP_MS, '90d'),
    )
    .option('--check <directory>', 'verify every file of an archive, and change nothing')
    .addHelpText('after', EXAMPLES)
  addStoreOptions(command).action(async (options: ArchiveOptions, archive: Command) => {
    const { to, check, keepLog } = options
    if (check !== undefined) return printChecks(parts, command, await parts.checkArchive(check))
    if (to === undefined) throw usageFailure('Choose a folder with --to, or verify one with --check.')
    const done = await parts.archiveLog(archive.optsWithGlobals<MoveFlags>(), { to, keepMs: keepLog })
    if (wantsJson(command)) return printJson(parts, done)
    parts.terminal.out(printFields(describeArchived(done)))
  })
}

interface ArchiveOptions {
  readonly to?: string
  readonly check?: string
  readonly keepLog: number
}

const DEFAULT_KEEP_MS = 90 * DAY_MS

const parseAge = (text: string): number => {
  const ageMs = parseDuration(text)
  if (ageMs !== undefined) return ageMs
  throw new InvalidArgumentError('Specify a duration such as 90d.')
}

const describeArchived = ({ account, directory, files, batches }: ArchivedLog): [string, string][] => [
  ['Account', account],
  ['Archived', files === 0 ? 'nothing is due' : `batches: ${batches}, files: ${files}`],
  ['Folder', directory],
]

const printChecks = (parts: CliParts, command: Command, checks: readonly ArchiveCheck[]): void => {
  const findings = checks.flatMap((check) => check.findings)
  if (wantsJson(command)) printJson(parts, { ok: findings.length === 0, accounts: checks })
  else for (const check of checks) parts.terminal.out(printFields(describeCheck(check)))
  if (findings.length > 0) {
    throw new CliFailure(EXIT.failure, { code: 'ARCHIVE_DAMAGED', message: findings.join('\n') })
  }
}

const describeCheck = ({ account, files, engine, exchange, findings }: ArchiveCheck): [string, string][] => [
  ['Account', account],
  ['Files', String(files)],
  ['Journal', printRange(engine)],
  ['Exchange', printRange(exchange)],
  ['Faults', findings.length === 0 ? 'none' : String(findings.length)],
]

const printRange = (range: ArchiveCheck['engine']): string =>
  range ? `batches ${range.first} to ${range.last}` : 'no batches'

const EXAMPLES = `
A batch is moved once it is older than --keep-log and the checkpoint before the newest one contains it. It is deleted from
PostgreSQL after its file was written, read back and compared. An interrupted run is continued by the next one.

Examples:
  $ plimsoll archive --to /var/backups/plimsoll-log --account main --store-file store-url
  $ plimsoll archive --to /var/backups/plimsoll-log --account main --store-file store-url --keep-log 30d
  $ plimsoll archive --check /var/backups/plimsoll-log`
