import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { HostSources } from '../evidence/evidence-sources.ts'
import { readCodeGraph } from '../evidence/host/build.ts'
import { inspectHostSecurity } from '../evidence/host/host-state.ts'
import type { Identity } from '../identity/identity.ts'
import { LOCKFILE, PROJECT_ROOT } from '../project.ts'
import { CONSOLE_DIRECTORY, readConsoleFiles } from './console.ts'
import type { Exchange } from './exchange/exchange.ts'

/**
 * Returns the monitor's evidence about the host: HTTP server, users, request limits, key permissions, file security,
 * audit log, code graph and console build.
 */
export const createHostSources = (parts: HostSourceParts): HostSources => {
  const { config, identity, exchange, keys, http } = parts
  const { host, publicUrl, network, dataDir } = config
  const hasCertificate = network.tls !== null
  const secretFiles = [keys.path, join(dataDir, 'identity.sqlite'), join(dataDir, 'audit', 'key')]
  return {
    http,
    identity: () => identity.standing(),
    allowance: () => exchange.allowance(),
    venueName: exchange.name,
    recordedLag: exchange.source.recordedLag ?? null,
    keyPermissions: () => exchange.keyPermissions(),
    custody: () =>
      inspectHostSecurity({
        host,
        publicUrl,
        hasCertificate,
        secretFiles,
        keysMadeAt: keys.madeAt,
        lockfile: LOCKFILE,
      }),
    async verifyAudit() {
      const { size, checkpoints, findings } = await parts.verifyAudit(join(dataDir, 'audit'))
      const [first] = findings
      return { size, checkpoints: checkpoints.count, findings: findings.length, first: first?.code ?? null }
    },
    codeGraph: () => readCodeGraph(PROJECT_ROOT),
    consoleManifest: () => readConsoleFiles(CONSOLE_DIRECTORY),
  }
}

export interface HostSourceParts {
  readonly config: Config
  readonly identity: Pick<Identity, 'standing'>
  readonly exchange: Pick<Exchange, 'name' | 'allowance' | 'keyPermissions' | 'source'>
  /** Path of the exchange keys, and when each key was added. */
  readonly keys: { readonly path: string; readonly madeAt: () => readonly string[] }
  /** Reads the whole audit log of a folder. */
  readonly verifyAudit: (directory: string) => Promise<AuditVerification>
  /** Undefined until the server is created. */
  readonly http: HostSources['http']
}

/** Audit verification as reported to the monitor. */
interface AuditVerification {
  readonly size: number
  readonly checkpoints: { readonly count: number }
  readonly findings: readonly { readonly code: string }[]
}
