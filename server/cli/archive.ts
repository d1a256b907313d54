import { type Command, InvalidArgumentError, Option } from 'commander'
import { DAY_MS, parseDuration } from '../core/instant.ts'
import { addStoreOptions } from './engine.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import type { ArchiveCheck, ArchivedLog, CliParts, MoveFlags, RestoredLog } from './parts.ts'
import { printFields } from './print.ts'
import { printJson, wantsJson } from './requests.ts'

/** Adds the command that moves older batches of a shared account into files and back, and verifies the files. */
export const addArchive = (program: Command, parts: CliParts): void => {
  const command = program
    .command('archive')
    .description('move older batches of a shared account from PostgreSQL into files, restore or verify these')
    .option('--to <directory>', 'folder of the archive')
    .option('--account <name>', 'name of the account in the store')
    .addOption(
      new Option('--keep-log <duration>', 'age up to which batches remain in PostgreSQL')
        .argParser(parseAge)
        .default(DEFAULT_KEEP_MS, '90d'),
    )
    .option('--restore <directory>', 'move the batches of an archive back into PostgreSQL; its files remain')
    .option('--check <directory>', 'verify every file of an archive, and change nothing')
    .addHelpText('after', EXAMPLES)
  addStoreOptions(command).action(async (options: ArchiveOptions, archive: Command) => {
    const { to, restore, check, keepLog } = options
    if ([to, restore, check].filter((folder) => folder !== undefined).length !== 1) {
      throw usageFailure('Choose one folder: with --to to archive, --restore to restore, or --check to verify.')
    }
    if (check !== undefined) return printChecks(parts, command, await parts.checkArchive(check))
    const flags = archive.optsWithGlobals<MoveFlags>()
    const print = (done: ArchivedLog | RestoredLog, fields: [string, string][]): void =>
      wantsJson(command) ? printJson(parts, done) : parts.terminal.out(printFields(fields))
    if (restore !== undefined) {
      const restored = await parts.restoreArchive(flags, restore)
      return print(restored, describeRestored(restored))
    }
    const archived = await parts.archiveLog(flags, { to: to ?? '', keepMs: keepLog })
    print(archived, describeArchived(archived))
  })
}

interface ArchiveOptions {
  readonly to?: string
  readonly restore?: string
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

const describeRestored = ({ account, directory, files, batches }: RestoredLog): [string, string][] => [
  ['Account', account],
  ['Restored', files === 0 ? 'PostgreSQL has every batch of the archive' : `batches: ${batches}, files: ${files}`],
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

--restore moves all archived batches back, after every file has been verified. The next run with --to moves them out again.

Examples:
  $ plimsoll archive --to /var/backups/plimsoll-log --account main --store-file store-url
  $ plimsoll archive --to /var/backups/plimsoll-log --account main --store-file store-url --keep-log 30d
  $ plimsoll archive --restore /var/backups/plimsoll-log --account main --store-file store-url
  $ plimsoll archive --check /var/backups/plimsoll-log`
