/**
 * Interface between the command line and the rest of the program: dependencies of each command, with their requests and
 * results.
 */

import type { Flags } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { MountFault } from '../doctor/data-mount.ts'
import type { ExchangeFacts } from '../doctor/exchange-facts.ts'
import type { BusFact, ChannelFact } from '../doctor/host-checks.ts'
import type { DirectoryFact } from '../doctor/host-facts.ts'
import type { Flatten } from '../domain/control/stop.ts'
import type { ExchangeId } from '../domain/market/exchanges.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { LocalServer } from '../host/local-server.ts'
import type { HostFault, HostLink } from '../host/verb.ts'
import type { AuditReader } from '../views/audit-view.ts'
import type { BackupParts } from './backup-parts.ts'
import type { HistoryParts } from './history-parts.ts'
import type { Answers } from './prompt-settings.ts'
import type { ResearchParts } from './research-parts.ts'
import type { VenueParts } from './venue.ts'

/** Dependencies of the command line. */
export interface CliParts
  extends VenueParts,
    KeyParts,
    RecordParts,
    DoctorParts,
    BackupParts,
    ServiceParts,
    InitParts,
    HistoryParts,
    ResearchParts {
  readonly version: string
  readonly terminal: Terminal
  /** Runs the server and resolves when it has stopped; throws on failure, preferably a `CliFailure`. */
  start(flags: StartFlags): Promise<void>
  /** Moves an account into or out of the shared store; throws on failure, preferably a `CliFailure`. */
  move(flags: MoveFlags): Promise<{ readonly usersNotMoved: readonly string[] }>
  /** Moves older batches of a shared account into files; throws on failure, preferably a `CliFailure`. */
  archiveLog(flags: MoveFlags, order: ArchiveOrder): Promise<ArchivedLog>
  /** Moves archived batches of a shared account back; throws on failure, preferably a `CliFailure`. */
  restoreArchive(flags: MoveFlags, archive: string): Promise<RestoredLog>
  /** Verifies the files of an archive. */
  checkArchive(directory: string): Promise<readonly ArchiveCheck[]>
  /** Runs the engine of one account on a shared store, like `start`. */
  engine(flags: StartFlags): Promise<void>
  /** Runs a gateway to an account on a shared store, like `start`. */
  gateway(flags: StartFlags): Promise<void>
  /** Returns the data directory from the flag, the environment or the default. */
  dataDir(flag?: string): string
  /** Returns the executor of verbs for this data directory, whose users may be in a shared store. */
  host(dataDir: string, flags: StoreFlags): HostLink
  /** Returns the audit log of this data directory. */
  audit(dataDir: string): AuditFiles
  /** Returns access to the server of this data directory, for use even when it does not respond. */
  server(dataDir: string): LocalServer
  /** Creates a stop requested by the host. */
  newStop(request: { readonly reason: string; readonly flatten: Flatten }): StopOrder
  readonly time: {
    /** Monotonic clock. */
    monotonic(): number
    wait(ms: number): Promise<void>
  }
}

/** Input and output of a command: standard output carries data, standard error messages. */
export interface Terminal {
  /** Writes lines for people; only colours and line clearing are allowed as control sequences. */
  out(text: string): void
  err(text: string): void
  /** Writes lines for programs, byte for byte; on a terminal, like `out`. */
  data(text: string): void
  /** True when standard input is an interactive terminal. */
  readonly isInteractive: boolean
  /** True when standard error is an interactive terminal. */
  readonly isWatched: boolean
  /** Returns the first line of standard input, without its line end. */
  readLine(): Promise<string>
  /** Returns all of standard input. */
  readText(): Promise<string>
  /** Reads a line typed after the prompt, without echo. */
  promptHidden(question: string): Promise<string>
}

/** Flags of `start`, `engine` and `gateway` as typed. */
export type StartFlags = Flags & { readonly json?: boolean }

/** Flags that specify a shared store, as typed. */
export type StoreFlags = Pick<Flags, 'store' | 'storeFile'>

/** Flags of `move` as typed. */
export type MoveFlags = StartFlags & { readonly account?: string; readonly back?: boolean }

/** Destination of archived batches, and what remains in the store. */
export interface ArchiveOrder {
  /** Folder of the archive. */
  readonly to: string
  /** Batches younger than this remain in PostgreSQL. */
  readonly keepMs: number
}

export interface ArchivedLog {
  readonly account: string
  /** Folder of the account in the archive. */
  readonly directory: string
  /** Number of files and batches archived by this run. */
  readonly files: number
  readonly batches: number
}

export interface RestoredLog {
  readonly account: string
  /** Folder of the account in the archive. */
  readonly directory: string
  /** Number of files and batches restored by this run. */
  readonly files: number
  readonly batches: number
}

interface BatchRange {
  readonly first: number
  readonly last: number
}

/** Result of verifying the archive of one account. */
export interface ArchiveCheck {
  readonly account: string
  readonly files: number
  /** Archived batches of each log; null when there are none. */
  readonly engine: BatchRange | null
  readonly exchange: BatchRange | null
  /** Faults, one sentence each. */
  readonly findings: readonly string[]
}

/** Finding or note of an audit verification, with its place in the log. */
export interface AuditRemark {
  readonly code: string
  readonly where: {
    readonly file: string
    readonly line: number | null
    readonly seq: number | null
    readonly offset: number | null
  }
  readonly detail: string
}

export interface AuditVerification {
  readonly ok: boolean
  /** Number of the last verified entry. */
  readonly size: number
  /** Creation time of that entry; null in an empty log. */
  readonly at: string | null
  readonly checkpoints: { readonly count: number; readonly lastSize: number | null }
  /** The given checkpoint; null if none was given, or it cannot be read. */
  readonly outside: { readonly size: number; readonly at: string } | null
  readonly findings: readonly AuditRemark[]
  readonly notes: readonly AuditRemark[]
}

/** Files of one audit log, readable with or without a running server. */
export interface AuditFiles extends AuditReader {
  /** Verifies the log; `checkpoint` is the text of one stored elsewhere. */
  verify(checkpoint: string | undefined): Promise<AuditVerification>
  /** Returns the entries starting at a number, oldest first, as log lines. */
  lines(fromSeq: number): AsyncIterable<string>
  /** Returns the newest signed checkpoint as one line, with its verification key; undefined if there is none. */
  newestCheckpoint(): Promise<string | undefined>
}

/** A service to install. */
export interface ServiceOrder {
  readonly name: string
  /** Host command to run, with its options. */
  readonly command: readonly string[]
  readonly user: string
  /** Absolute path. */
  readonly dataDir: string
  /** Hourly backups; null for none. */
  readonly backup: { readonly out: string; readonly keep: number } | null
  /** Folder that stands for `/`; null for this host. */
  readonly root: string | null
}

export interface InstalledUnits extends RemovedUnits {
  readonly settingsPath: string
  /** True when the service was installed before, with other options. */
  readonly isChanged: boolean
}

export interface RemovedUnits {
  /** Paths on the host. */
  readonly files: readonly string[]
}

interface ServiceParts {
  /** Rejects with a `CliFailure` when the service cannot be installed. */
  installUnits(order: ServiceOrder): Promise<InstalledUnits>
  removeUnits(name: string, root: string | null): Promise<RemovedUnits>
}

/** Dependencies of `init`. */
interface InitParts {
  /** Prompts at the terminal for the main settings that were not given; rejects when the user cancels. */
  promptSettings(given: SettingsFile['values']): Promise<Answers>
}

/** Non-secret description of stored keys. */
export interface KeyHint {
  readonly exchange: string
  readonly label: string
  /** First and last characters of the key. */
  readonly apiKey: string
  readonly createdAt: string
}

/** Credentials typed by a person for an account at an exchange. */
export interface TypedKeys {
  readonly apiKey: string
  readonly secret: string
  readonly password: string | null
}

/** Text that is not displayed unless explicitly requested. */
export interface Secret {
  reveal(): string
}

/** The sealed keys in the files of one data directory. */
export interface KeyFiles {
  readonly path: string
  list(): Result<readonly KeyHint[], HostFault>
  /** Identifies the key stored for an exchange by the digest of its sealed form; null for none. */
  identify(exchange: string): Result<{ readonly apiKey: string; readonly fingerprint: string } | null, HostFault>
  /** Seals an entry for storage; the store cannot unseal it. */
  seal(
    order: { readonly exchange: string; readonly label: string; readonly keys: TypedKeys; readonly atMs: Instant },
    passphrase: Secret,
  ): Promise<unknown>
  open(exchange: string, passphrase: Secret): Promise<Result<TypedKeys, HostFault>>
}

/** Dependencies of the commands for keys. */
interface KeyParts {
  keys(dataDir: string): KeyFiles
  /**
   * Reads the passphrase from the host's configured source; `prompt` prompts a person, undefined without a terminal.
   */
  passphrase(source: {
    readonly file: string | undefined
    readonly prompt: (() => Promise<string>) | undefined
  }): Promise<Result<Secret, HostFault>>
}

/** Settings of a start that can be checked without starting. */
export interface TriedSettings {
  readonly host: string
  readonly port: number
  readonly constitutionPath: string | null
  /** Null for the simulated market. */
  readonly exchange: TriedExchange | null
}

export interface TriedExchange {
  readonly id: ExchangeId
  readonly symbols: readonly string[]
  /** Base URL that replaces the exchange's own. */
  readonly url: string | undefined
  /** True for the exchange's demo environment, without real money. */
  readonly practice: boolean
  /** Path of the passphrase for its keys. */
  readonly passphrasePath: string | undefined
}

/** Dependencies of `doctor`. */
export interface DoctorParts {
  /** Returns the settings, or all problems in them and in the TLS certificate. */
  settings(flags: Flags): Promise<Result<TriedSettings, readonly string[]>>
  /** Reads a constitution, the built-in one for null; the error is why it cannot be used. */
  constitution(path: string | null): Result<Constitution, string>
  /** Reads the permissions and the free space of a data directory, and why it cannot be used. */
  inspectDirectory(path: string): DirectoryFact
  /** Returns what is wrong with the file system of a data directory; null if nothing is. */
  findMountFault(dataDir: string): MountFault | null
  /** Tests every configured channel of the messenger; sends nothing. */
  tryChannels(flags: Flags): Promise<readonly ChannelFact[]>
  /** Tests the bus of a shared account; null without one, an error if a start is refused because of it. */
  tryBus(flags: Flags): Promise<Result<BusFact, string> | null>
  /** Inspects an exchange, with keys if there are any. */
  inspect(exchange: TriedExchange, keys: TypedKeys | undefined): Promise<ExchangeFacts>
}

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

/** Dependencies of `record`. */
export interface RecordParts {
  /** Records until the specified end or a signal; throws on failure, preferably a `CliFailure`. */
  record(order: RecordOrder, watcher: { note(line: string): void; tick(soFar: Recorded): void }): Promise<Recorded>
}
