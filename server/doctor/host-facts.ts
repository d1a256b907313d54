/** Facts about this host and a data directory that `plimsoll doctor` checks, and the probe of a port. */

import { createServer } from 'node:net'
import type { Instant } from '../core/instant.ts'
import type { MountFault } from './data-mount.ts'
import { describePortFault, type PortFault } from './port-fault.ts'

/** State of this host and a data directory; plain data. */
export interface HostFacts {
  readonly nodeVersion: string
  readonly nowMs: Instant
  readonly directory: DirectoryFact
  /** Null if the file system of the directory is mounted and persistent. */
  readonly mountFault: MountFault | null
  readonly server: ServerFact
  /** Problems with the settings; empty when they are valid. */
  readonly settings: readonly string[]
  readonly constitution: { readonly path: string | null; readonly problem: string | null }
  /** Null while a server uses it. */
  readonly port: { readonly address: string; readonly problem: PortFault | null } | null
  /** Null while there are no data. */
  readonly schema: SchemaFact | null
  /** Null while there is no log yet. */
  readonly audit: AuditFact | null
  readonly keys: KeysFact
}

interface SchemaFact {
  /** Number of databases that the next start migrates. */
  readonly due: number
  /** Reason why the server would not start with these data. */
  readonly problem: string | null
}

interface AuditFact {
  readonly size: number
  /** Creation time of the newest entry. */
  readonly newestAtMs: Instant | null
  /** Codes of the faults. */
  readonly findings: readonly string[]
}

type KeysFact =
  | { readonly kind: 'kept'; readonly exchanges: readonly string[] }
  | { readonly kind: 'faulty'; readonly message: string; readonly remedy: string }

/** A directory as reported by the system. */
export interface DirectoryFact {
  readonly path: string
  readonly exists: boolean
  /** Reason why no data can be stored there, and its remedy; null when it can, or when the directory can be created. */
  readonly fault: { readonly fault: string; readonly remedy: string } | null
  /** Permission bits; null if the platform has none or the path does not exist. */
  readonly mode: number | null
  /** Free bytes on its disk; null when unknown. */
  readonly freeBytes: number | null
}

/** Holder of the data directory. */
type ServerFact =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly state: string }
  /** A process holds the directory and does not respond. */
  | { readonly kind: 'silent'; readonly pid: number | null }

/** Returns why the server cannot listen on a port, if it cannot. */
export const probePort = (host: string, port: number): Promise<PortFault | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(describePortFault({ host, port }, error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
