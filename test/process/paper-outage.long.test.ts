import { rmSync } from 'node:fs'
import { afterAll, expect, it, vi } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { createRandom } from '../../server/core/random.ts'
import { makePlace, type Place, venueUrl } from '../soak/stage/place.ts'
import { type Program, strike } from '../soak/stage/program.ts'
import { startVenue } from '../soak/stage/programs.ts'
import { placeOrder } from '../support/order-stream.ts'
import { aDirectory, kill, startServer } from '../support/process.ts'
import { aCallerOn, SOON, untilOpen } from '../support/stop-server.ts'

const root = aDirectory()
const programs: Program[] = []
afterAll(async () => {
  await Promise.all(programs.map(strike))
  rmSync(root, { recursive: true, force: true })
})

const startExchange = async (place: Place): Promise<Program> => {
  const exchange = startVenue(place)
  programs.push(exchange)
  await exchange.banner
  return exchange
}

const ENTRY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }

it('reports paper positions as protected only while prices arrive', { timeout: 240_000 }, async () => {
  const place = await makePlace({ root, random: createRandom(1), constitution: {}, symbols: ['BTCUSDT'] })
  const dataDir = place.engineDir
  const exchange = await startExchange(place)
  const flags = ['--exchange', 'binanceusdm', '--exchange-url', venueUrl(place), '--symbols', 'BTCUSDT']
  const server = await startServer(['--data-dir', dataDir, ...flags])
  const caller = await aCallerOn(dataDir, 'alice')
  const until = (verdict: string): Promise<Report> =>
    vi.waitFor(async () => {
      const headers = { authorization: `Bearer ${caller.token}` }
      const url = `${server.banner.url}/api/monitor/protection-blocker-truth`
      const report = (await (await fetch(url, { headers })).json()) as Report
      expect([report.verdict, report.summary]).toEqual([verdict, expect.any(String)])
      return report
    }, SOON)
  await untilOpen(server.banner)
  await until('NO_POSITIONS')
  await placeOrder(caller, server.banner.url, ENTRY)
  await until('ALL_PROTECTED')

  await strike(exchange)
  const { severity, missingEvidence } = await until('INSUFFICIENT_EVIDENCE')
  expect([severity, missingEvidence.map(({ code }) => code)]).toEqual(['WARN', ['TRIGGER_PRICE']])
  await startExchange(place)
  await until('ALL_PROTECTED')
  await kill(server)
})
