/** Symbols to record, and the destination. */
export interface RecordOrder {
  readonly symbols: readonly string[]
  readonly path: string
  readonly exchangeUrl: string | undefined
  readonly forMs: number | undefined
}

/** Totals of a recording. */
export interface Recorded {
  readonly path: string
  readonly symbols: readonly string[]
  readonly messages: number
  readonly snapshots: number
  /** Number of gaps in the recorded feed. */
  readonly gaps: number
  readonly bytes: number
  readonly durationMs: number
}

/** Dependencies of this verb. */
export interface RecordParts {
  /** Records until its order or a signal ends it; throws when it cannot, preferably a `CliFailure`. */
  record(order: RecordOrder, watcher: { note(line: string): void; tick(soFar: Recorded): void }): Promise<Recorded>
}
