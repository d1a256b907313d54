/** Dependencies of the commands that back up, restore, migrate and roll back a data directory. */

import type { Instant } from '../core/instant.ts'

/** File of a backup that describes all others. */
export const MANIFEST = 'manifest.json'

export interface BackupParts {
  /** Returns the pending migrations; changes nothing. */
  planMigration(dataDir: string): Promise<MigrationPlan>
  /** Restores the copy made before the last migration; the next start is HALTED. */
  rollBack(order: RollbackOrder): Promise<RolledBack>
  /** Copies a data directory, with or without a running server. */
  makeBackup(order: BackupOrder): Promise<MadeBackup>
  /** Verifies the copy in a directory without changing it. */
  checkBackup(directory: string): Promise<BackupCheck>
  /** Copies a verified backup into a new data directory, whose next start is HALTED. */
  restoreBackup(order: RestoreOrder): Promise<RestoredBackup>
}

/** Result of verifying a copy of a data directory. */
export interface BackupCheck {
  /** Time of the newest audit entry; null in an empty log. */
  readonly newestAtMs: number | null
  /** Number of audit entries. */
  readonly entries: number
  /** Number of commits in all databases. */
  readonly commits: number
  /** Number of markets and modes whose ledger was folded. */
  readonly ledgers: number
  /** Newest signed checkpoint of the copy. */
  readonly checkpoint: string | null
  /** Faults, one sentence each. */
  readonly findings: readonly string[]
}

/** Source and destination of a backup. */
export interface BackupOrder {
  readonly dataDir: string
  /** Folder in which a new folder is created for each backup. */
  readonly out: string
  /** True to include the sealed keys of exchanges. */
  readonly withKeys: boolean
  /** Number of backups to keep in the folder; null for all. */
  readonly keep: number | null
}

export interface MadeBackup {
  readonly path: string
  readonly atMs: Instant
  readonly bytes: number
  readonly files: number
  /** Number of audit entries. */
  readonly entries: number
  /** Names of the older backups that were removed. */
  readonly removed: readonly string[]
}

/** The backup to restore, and its destination. */
export interface RestoreOrder {
  readonly from: string
  /** New or empty data directory. */
  readonly dataDir: string
}

export interface RestoredBackup {
  readonly path: string
  /** Time of the newest audit entry; null in an empty log. */
  readonly newestAtMs: Instant | null
  /** Number of audit entries. */
  readonly entries: number
  /** False if the keys of exchanges must be entered again. */
  readonly hasKeys: boolean
}

/** Pending schema migrations of a data directory. */
export interface MigrationPlan {
  readonly dataDir: string
  /** Version of each database, and the version that this program needs. */
  readonly stores: readonly SchemaVersions[]
  /** Databases to migrate. */
  readonly due: readonly SchemaVersions[]
  /** Copy of an interrupted migration, which is reused; null when a new copy is made. */
  readonly copy: string | null
  /** Size of the copy. */
  readonly copyBytes: number
  /** Space for the copy and the migration. */
  readonly neededBytes: number
  /** Free space; null when there is nothing to migrate. */
  readonly freeBytes: number | null
  /** Reason why a start is refused, if it is. */
  readonly refusal: string | null
}

interface SchemaVersions {
  readonly path: string
  readonly stored: number
  readonly needed: number
  readonly bytes: number
}

export interface RollbackOrder {
  readonly dataDir: string
  /** True to accept the loss of everything recorded since the copy. */
  readonly acceptLoss: boolean
}

export interface RolledBack {
  readonly path: string
  /** The restored copy. */
  readonly copy: string
  /** Time of its newest audit entry; null in an empty log. */
  readonly newestAtMs: Instant | null
  /** Number of audit entries since the copy; likewise commits. */
  readonly lostEntries: number
  readonly lostCommits: number
  /** Folder with the replaced data. */
  readonly replaced: string
}
