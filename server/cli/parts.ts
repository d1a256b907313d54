import type { Flatten } from '../domain/control/stop.ts'
import type { StopOrder } from '../engine/events.ts'
import type { DataPlace } from '../host/data-place.ts'
import type { HostLink } from '../host/verb.ts'
import type { AuditFiles } from './audit-files.ts'
import type { VenueParts } from './venue.ts'

/** Where a command reads and writes: standard output carries data, standard error talk. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Whether a person sits at standard input. */
  readonly isInteractive: boolean
  /** The first line of standard input, without its end. */
  readLine(): Promise<string>
}

/** The flags of `start` as they were typed; only those that were. */
export interface StartFlags {
  readonly host?: string
  readonly port?: string
  readonly dataDir?: string
  readonly logLevel?: string
  readonly publicUrl?: string
  readonly exchange?: string
  readonly seed?: string
  readonly replay?: string
  readonly speed?: string
  readonly loop?: boolean
  readonly instruments?: string
  readonly json?: boolean
}

/** What the command line needs from the program it belongs to. */
export interface CliParts extends VenueParts {
  readonly version: string
  readonly terminal: Terminal
  /** Runs the server and resolves when it has stopped; throws when it cannot, best a `CliFailure`. */
  start(flags: StartFlags): Promise<void>
  /** The data directory that the flag, the environment or the default names. */
  dataDir(flag?: string): string
  /** Whoever does verbs for this data directory. */
  host(dataDir: string): HostLink
  /** The audit log of this data directory. */
  audit(dataDir: string): AuditFiles
  /** The same data directory for what only its server may be asked, and for when that does not answer. */
  place(dataDir: string): DataPlace
  /** A stop as the host orders it, with ids of its own. */
  newStop(said: { readonly reason: string; readonly flatten: Flatten }): StopOrder
  readonly time: {
    /** Never runs backwards. */
    monotonic(): number
    wait(ms: number): Promise<void>
  }
}
