import type { Flatten } from '../domain/control/stop.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { DataPlace } from '../host/data-place.ts'
import type { HostLink } from '../host/verb.ts'
import type { AuditFiles } from './audit-files.ts'
import type { BackupParts } from './backup-parts.ts'
import type { DoctorParts } from './doctor-parts.ts'
import type { KeyParts } from './key-files.ts'
import type { RecordParts } from './record-parts.ts'
import type { VenueParts } from './venue.ts'

/** Input and output of a command: standard output carries data, standard error messages. */
export interface Terminal {
  /** Lines for a person; of what steers a terminal only colours and the clearing of a line get through. */
  out(text: string): void
  err(text: string): void
  /** Lines for another program, byte for byte; a person at standard output gets them as `out` writes them. */
  data(text: string): void
  /** True when standard input is an interactive terminal. */
  readonly isInteractive: boolean
  /** True when standard error is an interactive terminal. */
  readonly isWatched: boolean
  /** The first line of standard input, without its end. */
  readLine(): Promise<string>
  /** All of standard input. */
  readText(): Promise<string>
  /** Reads a line typed after the prompt; it is not shown. */
  promptHidden(question: string): Promise<string>
}

/** The flags of `start` as they were typed; only those that were. */
export interface StartFlags {
  readonly host?: string
  readonly port?: string
  readonly dataDir?: string
  readonly logLevel?: string
  readonly publicUrl?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly insecureHttp?: boolean
  readonly trustProxy?: string
  readonly allowedHosts?: string
  readonly publicStatus?: string
  readonly sessionIdle?: string
  readonly sessionMaxAge?: string
  readonly sessionsMax?: string
  readonly requireSecondFactor?: string
  readonly exchange?: string
  readonly symbols?: string
  readonly execution?: string
  readonly exchangeUrl?: string
  readonly passphraseFile?: string
  readonly seed?: string
  readonly replay?: string
  readonly speed?: string
  readonly loop?: boolean
  readonly instruments?: string
  readonly json?: boolean
}

/** Dependencies of the command line. */
export interface CliParts extends VenueParts, KeyParts, RecordParts, DoctorParts, BackupParts {
  readonly version: string
  readonly terminal: Terminal
  /** Runs the server and resolves when it has stopped; throws when it cannot, best a `CliFailure`. */
  start(flags: StartFlags): Promise<void>
  /** The data directory that the flag, the environment or the default names. */
  dataDir(flag?: string): string
  /** Returns the executor of verbs for this data directory. */
  host(dataDir: string): HostLink
  /** The audit log of this data directory. */
  audit(dataDir: string): AuditFiles
  /** Returns the same data directory for requests to its server only, and for when that does not answer. */
  place(dataDir: string): DataPlace
  /** Creates a stop as ordered by the host, with ids of its own. */
  newStop(request: { readonly reason: string; readonly flatten: Flatten }): StopOrder
  readonly time: {
    /** Never runs backwards. */
    monotonic(): number
    wait(ms: number): Promise<void>
  }
}
