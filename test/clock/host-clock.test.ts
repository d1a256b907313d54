import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Json } from '../support/order-stream.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { aTrader, readTicker, type Trader } from '../support/trader.ts'
import { createSteerableClock } from './steerable-clock.ts'

const SOON = { timeout: 50_000, interval: 50 }
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const clock = createSteerableClock()
let server: TestPlatform
let trader: Trader
let viewer: string

beforeAll(async () => {
  server = await startTestPlatform({ autotrading: 'off' }, undefined, clock)
  trader = await aTrader(server)
  viewer = await server.token({ role: 'VIEWER', tier: 'PRO' })
  await server.ready()
  await vi.waitFor(async () => expect((await readTicker(trader, 'BTCUSDT')).bestBidPrice).not.toBeNull(), SOON)
  await buy()
  // A report from just before the fill is served for a moment after it.
  await vi.waitFor(expectHonest, SOON)
}, 120_000)
afterAll(() => server.close())

const read = async (path: string): Promise<Json> => json(await server.get(path, viewer))

const buy = (): Promise<Json> =>
  vi.waitFor(async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    const { status, body } = await trader.call('POST', '/trading/order', order)
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }, SOON)

const openInMetrics = async (): Promise<number | undefined> => {
  const text = await (await server.get('/metrics', viewer)).text()
  return readMetrics(text).get('plimsoll_positions_open')?.samples.get('')
}

/** Expects the invariants that every reading must meet while a position is open. */
const expectHonest = async (): Promise<void> => {
  const report = await read('/api/monitor/protection-blocker-truth')
  expect(report.verdict).not.toBe('NO_POSITIONS')
  expect(await openInMetrics()).toBe(1)
  const { source, items } = await read('/api/v381/market/tickers')
  for (const { ageMs, status } of [source, ...items.map((item: Json) => item.source)]) {
    if (ageMs === null) expect(status).not.toBe('FRESH')
    else expect(ageMs).toBeGreaterThanOrEqual(0)
  }
}

const breakersRed = async (): Promise<string[]> =>
  (await read('/api/autotrading/status')).breakers.flatMap(({ id, state }: Json) => (state === 'ARMED' ? [] : [id]))

describe.each([
  { title: 'an hour ahead', offsetMs: HOUR_MS },
  { title: 'right again', offsetMs: 0 },
  { title: 'an hour behind', offsetMs: -HOUR_MS },
  { title: 'a minute ahead', offsetMs: MINUTE_MS },
  { title: 'a minute behind', offsetMs: -MINUTE_MS },
])('a server whose wall clock is set to be $title', ({ offsetMs }) => {
  it('includes its position and market in every reading, and resumes trading automatically', async () => {
    const steps = () => server.platform.engine.state.session.hostClock.step?.atMs
    const before = steps()
    clock.set(offsetMs)
    for (let readings = 0; readings < 5; readings++) await expectHonest()
    await vi.waitFor(() => expect(steps()).not.toBe(before), SOON)
    const bought = await buy()
    expect(bought.status).toBe('FILLED')
    await expectHonest()
    await vi.waitFor(async () => expect(await breakersRed()).toEqual([]), SOON)
    const report = await vi.waitFor(async () => {
      const current = await read('/api/monitor/protection-blocker-truth')
      expect(current.verdict).toBe('ALL_PROTECTED')
      return current
    }, SOON)
    expect(Date.now() - Date.parse(report.generatedAt)).toBeLessThan(MINUTE_MS)
  }, 120_000)
})

it('records each change in the audit log', async () => {
  const admin = await server.token({ role: 'ADMIN' })
  const { items } = await json(await server.get('/api/audit?action=CLOCK_STEP', admin))
  expect(items).toHaveLength(5)
  expect(items.at(-1).reason).toBe("The host's wall clock was changed by +1 h; platform time is unaffected.")
}, 120_000)

it('stops with a token issued while the wall clock was an hour ahead', async () => {
  clock.set(HOUR_MS)
  const made = await server.token({ role: 'TRADER' })
  clock.set(-HOUR_MS)
  const stopped = await server.post('/api/emergency-stop', {}, made)
  expect([200, 202]).toContain(stopped.status)
  expect((await json(stopped)).state).toBe('HALTED')
}, 120_000)
