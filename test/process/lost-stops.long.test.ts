import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { type Caller, type Json, placeOrder } from '../support/order-stream.ts'
import { aDirectory, type Banner, kill, startServer } from '../support/process.ts'
import { aCallerOn, SOON, untilOpen } from '../support/stop-server.ts'

const dataDir = aDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const FAULTS = join(dataDir, 'faults.json')
writeFileSync(FAULTS, JSON.stringify({ stopsVanish: 1 }))

const ENTRY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }

const readLost = async ({ token }: Caller, { url }: Banner): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  const report = await (await fetch(`${url}/api/monitor/protection-blocker-truth`, { headers })).json()
  return (report as Report<string, Json>).data.totals.lostStops24h
}

it('counts no fewer lost stops after every kill', { timeout: 240_000 }, async () => {
  let lost = 0
  let server = await startServer(['--data-dir', dataDir, '--symbols', 'BTCUSDT', '--faults', FAULTS])
  const caller = await aCallerOn(dataDir, 'alice')
  for (let life = 0; life < 3; life++) {
    const before = lost
    await untilOpen(server.banner)
    await placeOrder(caller, server.banner.url, ENTRY)
    lost = await vi.waitFor(async () => {
      const now = await readLost(caller, server.banner)
      expect(now).toBeGreaterThan(before)
      return now
    }, SOON)
    await kill(server)
    server = await startServer(['--data-dir', dataDir, '--symbols', 'BTCUSDT', '--faults', FAULTS])
    expect(await readLost(caller, server.banner)).toBeGreaterThanOrEqual(lost)
  }
  await kill(server)
})
