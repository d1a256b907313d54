import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openLog } from '../server/app/log.ts'
import { type Platform, startPlatform } from '../server/app/platform.ts'
import { parseConfig } from '../server/config/config.ts'
import { isPastPending } from '../server/engine/state/signal-index.ts'
import { unlimitedQuotas } from './unlimited-quotas.ts'

/** Platform server for benchmarks, with limits and quotas that do not bind. */
export interface BenchPlatform {
  readonly platform: Platform
  readonly token: string
  close(): Promise<void>
}

const POLL_MS = 20
const LIMITS = { ordersPerSecond: 100_000, ordersPerMinute: 1_000_000, duplicateWindowMs: 0 }

/**
 * Starts the platform and resolves when it is ready and past candles are evaluated, whose work would count as idle. A
 * given data directory is not deleted on close.
 */
export const openPlatform = async (kept?: string): Promise<BenchPlatform> => {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const constitution = join(dataDir, 'constitution.json')
  writeFileSync(constitution, JSON.stringify({ limits: LIMITS }))
  const config = parseConfig(
    {},
    { port: '0', dataDir, constitution, logLevel: 'silent', bootstrapAdmin: 'bench:bench' },
  )
  if (!config.ok) throw new Error(config.error.join(' '))
  const platform = await startPlatform({
    config: config.value,
    ...openLog(config.value, process.stdout),
    quotas: unlimitedQuotas(1),
  })
  const minted = await platform.identity.mintToken({ username: 'bench' })
  if (!minted.ok) throw new Error('no token')
  const isReady = async (): Promise<boolean> => (await fetch(`${platform.url}/readyz`)).status === 200
  while (!(await isReady()) || isPastPending(platform.engine.state.signals)) await setTimeout(POLL_MS)
  return {
    platform,
    token: minted.value.accessToken,
    async close() {
      await platform.close()
      if (kept === undefined) rmSync(dataDir, { recursive: true })
    },
  }
}
