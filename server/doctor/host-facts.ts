import type { Instant } from '../core/instant.ts'

/** A directory as the system shows it. */
export interface DirectoryFact {
  readonly path: string
  readonly exists: boolean
  /** Whether files can be made there, or it can be made itself. */
  readonly writable: boolean
  /** Permission bits; null where there are none, or it does not exist. */
  readonly mode: number | null
  /** On its disk; null when that cannot be told. */
  readonly freeBytes: number | null
}

/** Who holds the data directory. */
type ServerFact =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly state: string }
  /** A process has it, and does not answer. */
  | { readonly kind: 'silent'; readonly pid: number | null }

interface AuditFact {
  readonly size: number
  /** When the newest entry was made. */
  readonly newestAtMs: Instant | null
  /** The codes of what is wrong with it. */
  readonly findings: readonly string[]
}

type KeysFact =
  | { readonly kind: 'kept'; readonly exchanges: readonly string[] }
  | { readonly kind: 'faulty'; readonly message: string; readonly remedy: string }

/** What this machine can be asked about a data directory; plain data. */
export interface HostFacts {
  readonly nodeVersion: string
  readonly nowMs: Instant
  readonly directory: DirectoryFact
  readonly server: ServerFact
  /** What is wrong with the settings; nothing when they are good. */
  readonly settings: readonly string[]
  readonly constitution: { readonly path: string | null; readonly problem: string | null }
  /** Null while a server has it. `problem` is why it cannot be had. */
  readonly port: { readonly address: string; readonly problem: string | null } | null
  /** Null while there is no log yet. */
  readonly audit: AuditFact | null
  readonly keys: KeysFact
}
