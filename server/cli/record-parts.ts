/** What is to be recorded, and where to. */
export interface RecordOrder {
  readonly symbols: readonly string[]
  readonly path: string
  readonly exchangeUrl: string | undefined
  readonly forMs: number | undefined
}

/** What a recording has come to. */
export interface Recorded {
  readonly path: string
  readonly symbols: readonly string[]
  readonly messages: number
  readonly snapshots: number
  /** How often something was missed. */
  readonly gaps: number
  readonly bytes: number
  readonly durationMs: number
}

/** What this verb needs from the program it belongs to. */
export interface RecordParts {
  /** Records until it is told to end, by its order or by a signal; throws when it cannot, best a `CliFailure`. */
  record(order: RecordOrder, watcher: { note(line: string): void; tick(soFar: Recorded): void }): Promise<Recorded>
}
