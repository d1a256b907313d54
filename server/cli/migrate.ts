/**
 * Commands `migrate`, which shows pending migrations, and `rollback`, which restores the data from before the last
 * migration.
 */

import type { Command } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import type { MigrationPlan, RolledBack } from './backup-parts.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { formatMebibytes, printFields } from './print.ts'
import { getLocalServer, printJson, wantsJson } from './requests.ts'

/** Adds the command that shows pending migrations. */
export const addMigrate = (program: Command, parts: CliParts): void => {
  const command = program
    .command('migrate')
    .description('show whether the next start would migrate the data directory')
    .option('--check', 'print versions, steps and space, and change nothing')
    .addHelpText('after', MIGRATE_EXAMPLES)
    .action(async ({ check }: { readonly check?: boolean }) => {
      if (!check)
        throw usageFailure('A start migrates the data itself. To see what it would do: plimsoll migrate --check.')
      const { directory } = getLocalServer(parts, command)
      const plan = await parts.planMigration(directory)
      if (wantsJson(command)) printJson(parts, plan)
      else parts.terminal.out(printFields(describePlan(plan)))
      if (plan.refusal !== null)
        throw new CliFailure(EXIT.blocked, { code: 'MIGRATION_REFUSED', message: plan.refusal })
      if (plan.due.length > 0)
        throw new CliFailure(EXIT.due, { code: 'MIGRATION_DUE', message: 'The next start migrates the data.' })
    })
}

const describePlan = ({ dataDir, stores, due, copy, copyBytes, ...sizes }: MigrationPlan): [string, string][] => [
  ['Data', dataDir],
  ...stores.map(({ path, stored, needed }): [string, string] => [
    'Schema',
    `${path}: ${stored === needed ? `${stored}, current` : `${stored}, this program needs ${needed}`}`,
  ]),
  ['Migration', due.length === 0 ? 'none' : `${due.length} of ${stores.length} databases`],
  ...(due.length === 0
    ? []
    : ([
        ['Copy', copy === null ? formatMebibytes(copyBytes) : `already made: ${copy}`],
        ['Space needed', formatMebibytes(sizes.neededBytes)],
        ['Space free', formatMebibytes(sizes.freeBytes ?? 0)],
      ] satisfies [string, string][])),
]

/** Adds the command that restores the data from before the last migration. */
export const addRollback = (program: Command, parts: CliParts): void => {
  const command = program
    .command('rollback')
    .description('restore the copy made before the last migration, which then starts HALTED')
    .option('--accept-loss', 'accept the loss of everything recorded since the copy')
    .addHelpText('after', ROLLBACK_EXAMPLES)
    .action(async ({ acceptLoss = false }: { readonly acceptLoss?: boolean }) => {
      const { directory } = getLocalServer(parts, command)
      const done = await parts.rollBack({ dataDir: directory, acceptLoss })
      const { newestAtMs, ...rest } = done
      if (wantsJson(command))
        return printJson(parts, { ...rest, newestAt: newestAtMs === null ? null : toRfc3339(newestAtMs) })
      parts.terminal.out(printFields(describeRollback(done)))
    })
}

const describeRollback = (done: RolledBack): [string, string][] => [
  ['Restored', done.path],
  ['From', done.copy],
  ['Newest entry', done.newestAtMs === null ? 'none' : toRfc3339(done.newestAtMs)],
  ['Lost', `audit entries: ${done.lostEntries}, commits: ${done.lostCommits}`],
  ['Replaced', done.replaced],
  ['Stop', 'engaged: the next start is HALTED'],
  ['Next', 'start the older version, compare orders and positions with the exchange, then plimsoll stop clear'],
]

const MIGRATE_EXAMPLES = `
Example:
  $ plimsoll migrate --check

Exit code 0: nothing to migrate; 6: the next start migrates the data; 4: the next start would be refused; the reason is printed.`

const ROLLBACK_EXAMPLES = `
The server must be shut down. The copy is verified first, and the replaced data is moved to a folder of the data directory.
Install the older version before the next start: the newer one would migrate the data again.

Examples:
  $ plimsoll rollback
  $ plimsoll rollback --accept-loss --data-dir /var/lib/plimsoll`
