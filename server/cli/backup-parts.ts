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

export interface BackupParts {
  /** Verifies the copy in a directory, which stays as it is. */
  checkBackup(directory: string): Promise<BackupCheck>
}
