import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseDuration, toRfc3339 } from '../core/instant.ts'
import { type BackupCheck, type BackupOrder, MANIFEST, type MadeBackup, type RestoredBackup } from './backup-parts.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import { recordCheck } from './live.ts'
import { parseCount } from './options.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { getAuditFiles, getLocalServer, printJson, wantsJson } from './requests.ts'

/** Adds the commands that copy the data directory, check a copy and restore it. */
export const addBackup = (program: Command, parts: CliParts): void => {
  const backup = program
    .command('backup')
    .description('back up the data directory, with the server running or stopped, or check a backup')
    .option('--out <directory>', 'folder for backups; each one becomes a new folder in it')
    .option('--with-keys', 'include the sealed API keys')
    .addOption(new Option('--every <duration>', 'repeat at this interval until interrupted').argParser(parsePeriod))
    .addOption(new Option('--keep <count>', 'number of newest backups to keep').argParser(parseCount))
    .addHelpText('after', MAKE_EXAMPLES)
    .action(async (options: MakeOptions, command: Command) => {
      const { out, withKeys = false, keep = null, every } = options
      if (out === undefined) throw usageFailure('Choose a folder with --out, or check a copy with backup check.')
      const order = { dataDir: getLocalServer(parts, command).directory, out, withKeys, keep }
      if (every === undefined) return printMade(parts, command, await parts.makeBackup(order))
      await repeat(parts, command, order, every)
    })
  addCheck(backup, parts)
  addRestore(program, parts)
}

interface MakeOptions {
  readonly out?: string
  readonly withKeys?: boolean
  readonly every?: number
  readonly keep?: number
}

const PERIOD_MIN_MS = 10_000

const parsePeriod = (text: string): number => {
  const periodMs = parseDuration(text)
  if (periodMs !== undefined && periodMs >= PERIOD_MIN_MS) return periodMs
  throw new InvalidArgumentError('Specify a duration of at least 10s, such as 1h.')
}

/** Makes backups until the process ends. A failed backup is reported, and the next one is still made. */
const repeat = async (parts: CliParts, command: Command, order: BackupOrder, periodMs: number): Promise<never> => {
  for (;;) {
    const sinceMs = parts.time.monotonic()
    try {
      printMade(parts, command, await parts.makeBackup(order))
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error
      parts.terminal.err(`plimsoll: ${error.message}\n`)
    }
    await parts.time.wait(Math.max(0, periodMs - (parts.time.monotonic() - sinceMs)))
  }
}

const printMade = (parts: CliParts, command: Command, made: MadeBackup): void => {
  const { path, atMs, bytes, files, entries, removed } = made
  if (wantsJson(command)) return printJson(parts, { path, at: toRfc3339(atMs), bytes, files, entries, removed })
  parts.terminal.out(`${path}\n`)
}

const addCheck = (backup: Command, parts: CliParts): void => {
  const command = backup
    .command('check <directory>')
    .description('verify that a copy can be restored: every database, the ledger, the users and the audit log')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string) => {
      const directory = getDirectory(path)
      const checked = await parts.checkBackup(directory)
      const findings = [...checked.findings, ...(await findForeign(parts, command, checked))]
      const result = { ...checked, findings, ok: findings.length === 0 }
      if (wantsJson(command)) printJson(parts, result)
      else parts.terminal.out(describe(result))
      const { newestAtMs, checkpoint } = checked
      if (newestAtMs !== null && checkpoint !== null) await record(parts, command, { ...result, newestAtMs })
      if (result.ok) return
      const message = `The copy cannot be restored: ${findings.length === 1 ? 'one fault' : `${findings.length} faults`}.`
      throw new CliFailure(EXIT.failure, { code: 'BACKUP_FINDINGS', message })
    })
}

/**
 * Returns a sentence for each way in which the audit log of the copy is not an earlier state of this data directory's
 * log. A copy without a signed checkpoint cannot be compared.
 */
const findForeign = async (
  parts: CliParts,
  command: Command,
  { checkpoint }: BackupCheck,
): Promise<readonly string[]> => {
  if (checkpoint === null) return []
  const { findings } = await getAuditFiles(parts, command).verify(checkpoint)
  const foreign = findings.filter(({ code }) => code.startsWith('OUTSIDE_'))
  return foreign.map(({ code, detail }) => `The copy belongs to another data directory: ${code}: ${detail}`)
}

type Result = BackupCheck & { readonly ok: boolean }

const describe = ({ newestAtMs, entries, commits, ledgers, checkpoint, findings, ok }: Result): string =>
  printFields([
    ['Result', ok ? 'can be restored' : 'faults found'],
    ['Newest entry', newestAtMs === null ? 'none' : toRfc3339(newestAtMs)],
    ['Entries', String(entries)],
    ['Ledgers', String(ledgers)],
    ['Commits', String(commits)],
    ...findings.map((finding): [string, string] => ['Fault', finding]),
    ...(checkpoint === null ? [UNSIGNED] : []),
  ])

const UNSIGNED: [string, string] = [
  'Note',
  'The copy has no signed checkpoint yet, so its audit log is not compared with this data directory. A server signs the first one within a minute of its first entry.',
]

const record = (
  parts: CliParts,
  command: Command,
  { newestAtMs, commits, findings }: Result & { readonly newestAtMs: number },
): Promise<void> => {
  const [note] = findings
  const result = { check: 'RESTORE', atMs: newestAtMs, count: commits, faults: findings.length } as const
  return recordCheck(parts, command, note === undefined ? result : { ...result, note })
}

const addRestore = (program: Command, parts: CliParts): void => {
  const command = program
    .command('restore <backup>')
    .description('copy a backup into a new data directory, which then starts HALTED')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (path: string) => {
      const { directory } = getLocalServer(parts, command)
      const restored = await parts.restoreBackup({ from: getDirectory(path), dataDir: directory })
      const { newestAtMs, ...rest } = restored
      if (wantsJson(command))
        return printJson(parts, { ...rest, newestAt: newestAtMs === null ? null : toRfc3339(newestAtMs) })
      parts.terminal.out(printFields(describeRestored(restored)))
    })
}

const getDirectory = (path: string): string => {
  const directory = resolve(path)
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw usageFailure(`${directory} is not a directory. Specify the folder that plimsoll backup printed.`)
  const newest = findBackups(directory).at(-1)
  if (newest === undefined) return directory
  throw usageFailure(`${directory} contains backups. Specify one of them, the newest for example: ${newest}`)
}

/** Returns the backups in a folder, oldest first. */
const findBackups = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('plimsoll-') && existsSync(join(folder, name, MANIFEST)))
    .toSorted()
    .map((name) => join(folder, name))

const describeRestored = ({ path, newestAtMs, entries, hasKeys }: RestoredBackup): [string, string][] => [
  ['Restored', path],
  ['Newest entry', newestAtMs === null ? 'none' : toRfc3339(newestAtMs)],
  ['Entries', String(entries)],
  ['API keys', hasKeys ? 'restored' : 'not in the backup; to enter them: plimsoll keys add'],
  ['Stop', 'engaged: the next start is HALTED'],
  ['Next', 'start the server, compare orders and positions with the exchange, then plimsoll stop clear'],
]

const MAKE_EXAMPLES = `
Examples:
  $ plimsoll backup --out /mnt/backup
  $ plimsoll backup --out /mnt/backup --every 1h --keep 48
  $ plimsoll backup check /mnt/backup/plimsoll-20261123T010000000Z`

const EXAMPLES = `
The copy is opened in a temporary directory and is not changed. A running server records the result for readiness gate LR19.

Example:
  $ plimsoll backup check /mnt/backup/plimsoll

Exit code 0: it can be restored; 1: faults were found.`

const RESTORE_EXAMPLES = `
The backup is verified first and is not changed. The data directory must be new or empty, and the original server must be shut down permanently: two
engines must never trade on one account. The emergency stop is engaged in the copy until a person clears it.

Example:
  $ plimsoll restore /mnt/backup/plimsoll-20261123T010000000Z --data-dir /var/lib/plimsoll`
