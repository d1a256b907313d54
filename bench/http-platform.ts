import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { parseConfig } from '../server/config.ts'
import { startPlatform } from '../server/platform.ts'
import { serveParent } from './child.ts'

/** The whole server with limits that do not bind: they would be what is measured. */
const unlimited = (name: string) => ({ name, requests: 100_000_000, windowMs: 1 })
const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
const constitution = join(dataDir, 'constitution.json')
const limits = { ordersPerSecond: 100_000, ordersPerMinute: 1_000_000, duplicateWindowMs: 0 }
writeFileSync(constitution, JSON.stringify({ limits }))
const config = parseConfig({}, { port: '0', dataDir, constitution, logLevel: 'silent', bootstrapAdmin: 'bench:bench' })
if (!config.ok) throw new Error(config.error.join(' '))
const platform = await startPlatform({
  config: config.value,
  logger: pino({ level: 'silent' }),
  quotas: {
    standard: unlimited('standard'),
    pro: unlimited('pro'),
    anonymous: unlimited('anon'),
    login: unlimited('login'),
  },
})
const minted = await platform.identity.mintToken({ username: 'bench' })
if (!minted.ok) throw new Error('no token')
while ((await fetch(`${platform.url}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
const path = process.argv[2] ?? '/api/v381/market/orderbook/BTCUSDT?depth=50'
serveParent({ url: platform.url, token: minted.value.accessToken, path }, async () => {
  await platform.close()
  rmSync(dataDir, { recursive: true })
})
