/** Inspects the host: network access, protection of secret files, lockfile, and the resource use of the process. */

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isLoopback } from '../../core/is-loopback.ts'
import type { Clock } from '../../engine/model/ports.ts'
import type { ProcessFigures } from '../../monitor/inputs/observation.ts'
import { VERSION } from '../../project.ts'

/** Inspects network access to the host, the protection of its secret files, and the lockfile. */
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

/** Network access to the host, protection of its secrets, and the dependency lock of the program. */
export interface HostSecurity {
  readonly transport: { readonly tls: boolean; readonly loopback: boolean }
  readonly secrets: { readonly modesOk: boolean | null; readonly newestKeyAtMs: number | null }
  readonly lockfileDigest: string | null
}

export interface HostSecurityParts {
  readonly host: string
  readonly publicUrl: string | undefined
  /** True when the server has its own certificate. */
  readonly hasCertificate: boolean
  /** Files that contain secrets; missing ones count as protected. */
  readonly secretFiles: readonly string[]
  /** Returns the times at which exchange keys were added. */
  readonly keysMadeAt: () => readonly string[]
  readonly lockfile: string
}

const OF_OTHERS = 0o077

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

/** Sampling interval of the event loop, which is included in the measured delay. */
const RESOLUTION_MS = 10

const NANOS = 1e9
const MICROS = 1e6

/** Monitors the resources of this process. Each reading restarts the event loop delay histogram. */
export const openProcessFigures = (clock: Clock, resources: AsyncDisposableStack): (() => ProcessFigures) => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  resources.defer(() => void delays.disable())
  const startedAtMs = Math.round(clock() - process.uptime() * 1_000)
  return () => {
    const { rss, heapUsed, heapTotal } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const loopDelay = readLoopDelay(delays)
    delays.reset()
    return {
      version: VERSION,
      nodeVersion: process.version,
      startedAtMs,
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      heapTotalBytes: heapTotal,
      cpuUserSec: user / MICROS,
      cpuSystemSec: system / MICROS,
      loopDelay,
    }
  }
}

const readLoopDelay = (delays: ReturnType<typeof monitorEventLoopDelay>): ProcessFigures['loopDelay'] => {
  if (delays.count === 0) return null
  const late = (nanos: number): number => Math.max(0, (nanos - RESOLUTION_MS * MICROS) / NANOS)
  return { meanSec: late(delays.mean), p99Sec: late(delays.percentile(99)), maxSec: late(delays.max) }
}
