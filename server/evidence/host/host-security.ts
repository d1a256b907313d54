import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isLoopback } from '../../core/is-loopback.ts'

/** Network access to the host, protection of its secrets, and the dependency lock of the program. */
export interface HostSecurity {
  readonly transport: { readonly tls: boolean; readonly loopback: boolean }
  readonly secrets: { readonly modesOk: boolean | null; readonly newestKeyAtMs: number | null }
  readonly lockfileDigest: string | null
}

export interface HostSecurityParts {
  readonly host: string
  readonly publicUrl: string | undefined
  /** True when the server has a certificate of its own. */
  readonly hasCertificate: boolean
  /** Files that hold what is secret; those that are not there count as well kept. */
  readonly secretFiles: readonly string[]
  /** Returns the times at which exchange keys were added. */
  readonly keysMadeAt: () => readonly string[]
  readonly lockfile: string
}

const OF_OTHERS = 0o077

export const inspectHostSecurity = (parts: HostSecurityParts): HostSecurity => {
  const { host, publicUrl, hasCertificate, secretFiles, keysMadeAt, lockfile } = parts
  const made = keysMadeAt().map((at) => Date.parse(at))
  return {
    transport: { tls: hasCertificate || publicUrl?.startsWith('https:') === true, loopback: isLoopback(host) },
    secrets: {
      modesOk: process.platform === 'win32' ? null : secretFiles.every(isOurs),
      newestKeyAtMs: made.length === 0 ? null : Math.max(...made),
    },
    lockfileDigest: digestOfFile(lockfile),
  }
}

const isOurs = (path: string): boolean => {
  const file = statSync(path, { throwIfNoEntry: false })
  return file === undefined || (file.mode & OF_OTHERS) === 0
}

const digestOfFile = (path: string): string | null => {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return null
  }
}
