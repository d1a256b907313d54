import type { HostLink } from '../host/verb.ts'

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
export interface CliParts {
  readonly version: string
  readonly terminal: Terminal
  /** Runs the server and resolves when it has stopped; throws when it cannot, best a `CliFailure`. */
  start(flags: StartFlags): Promise<void>
  /** The data directory that the flag, the environment or the default names. */
  dataDir(flag?: string): string
  /** Whoever does verbs for this data directory. */
  host(dataDir: string): HostLink
}
