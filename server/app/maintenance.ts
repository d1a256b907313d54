import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { CliFailure, EXIT } from '../cli/failure.ts'
import type { CliParts } from '../cli/parts.ts'
import { StartError } from '../core/errors.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Program } from './install-units.ts'

/**
 * Implements the commands for backups, checks of archives, restore, migration plans, rollback and systemd units; each
 * module is loaded when its command runs.
 */
export const maintenance = ({
  clock,
  newStop,
  isLocked,
  program,
}: MaintenanceParts): Pick<
  CliParts,
  | 'makeBackup'
  | 'checkBackup'
  | 'checkArchive'
  | 'restoreBackup'
  | 'planMigration'
  | 'rollBack'
  | 'installUnits'
  | 'removeUnits'
> => ({
  async makeBackup(order) {
    const { makeBackup } = await import('./make-backup.ts')
    return makeBackup(order, { clock, isServed: () => isLocked(order.dataDir) }).catch(failWith('BACKUP_FAILED'))
  },
  async checkBackup(directory) {
    const { checkBackup } = await import('./check-backup.ts')
    return checkBackup(directory, clock)
  },
  async checkArchive(directory) {
    const { checkArchive } = await import('./check-archive.ts')
    return checkArchive(directory).catch(failWith('ARCHIVE_UNREADABLE'))
  },
  async restoreBackup(order) {
    const { restoreBackup } = await import('./restore-backup.ts')
    return restoreBackup(order, { clock, newStop }).catch(failWith('RESTORE_FAILED'))
  },
  async planMigration(dataDir) {
    const { planMigration } = await import('./migrate-data.ts')
    try {
      return planMigration(dataDir)
    } catch (error) {
      return failWith('MIGRATION_UNKNOWN')(error)
    }
  },
  async rollBack(order) {
    const { rollBack } = await import('./roll-back.ts')
    return rollBack(order, { clock, newStop }).catch(failWith('ROLLBACK_FAILED'))
  },
  async installUnits(order) {
    const { installUnits } = await import('./install-units.ts')
    return installUnits(order, program).catch(failWith('SERVICE_FAILED'))
  },
  async removeUnits(name, root) {
    const { removeUnits } = await import('./install-units.ts')
    return removeUnits(name, root).catch(failWith('SERVICE_FAILED'))
  },
})

interface MaintenanceParts {
  readonly clock: Clock
  readonly newStop: CliParts['newStop']
  /** Returns whether a process uses a data directory. */
  readonly isLocked: (dataDir: string) => boolean
  readonly program: Program
}

const failWith = (code: string) => (error: unknown) => {
  if (!(error instanceof StoreError || error instanceof StartError)) throw error
  throw new CliFailure(EXIT.failure, { code, message: error.message })
}
