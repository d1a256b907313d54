import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DecisionPacket } from '../contract/monitor/live-readiness-decision-packet.ts'
import { venueStorePath } from '../server/adapters/store/sqlite/venue-store.ts'
import type { Flags } from '../server/config/settings.ts'
import type { Json } from './support/order-stream.ts'
import { json, SLOW_HOST_LIMITS, startTestPlatform, type TestPlatform } from './support/platform.ts'
import { run } from './support/process.ts'
import { aTempDirectory } from './support/temp-directory.ts'
import { aTrader, readTicker, type Trader } from './support/trader.ts'
import { openStage } from './venue-wire/venue-stage.ts'

const SYMBOL = 'BTCUSDT'
const SOON = { timeout: 120_000, interval: 100 }

/** Starts a server whose limits permit many orders at once. */
const start = async (flags: Flags = {}): Promise<TestPlatform> => {
  const constitution = join(aTempDirectory(), 'constitution.json')
  const limits = { maxLossStreak: 1_000, ordersPerSecond: 100, ordersPerMinute: 1_000, entriesPerHour: 1_000 }
  writeFileSync(constitution, JSON.stringify({ data: SLOW_HOST_LIMITS, limits: { ...limits, duplicateWindowMs: 0 } }))
  const server = await startTestPlatform({ timeframes: '1h', autotrading: 'off', constitution, ...flags })
  onTestFinished(() => server.close())
  await server.ready()
  return server
}

const place = (trader: Trader, order: object): Promise<Json> =>
  vi.waitFor(async () => {
    const { status, body } = await trader.call('POST', '/trading/order', { symbol: SYMBOL, ...order })
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }, SOON)

/** Runs the command on the data directory of the server. */
const compare = async (dataDir: string): Promise<Json> => {
  const command = run(['compare', 'paper', 'book', '--json', '--data-dir', dataDir])
  expect([await command.ended, command.err()]).toEqual([0, 'Recorded for the readiness gates: plimsoll live checks.\n'])
  return JSON.parse(command.out())
}

/** Compares when the recording contains everything traded so far. */
const compareAll = (dataDir: string): Promise<Json> => {
  const tradedMs = Date.now()
  return vi.waitFor(async () => {
    const comparison = await compare(dataDir)
    expect(comparison.toMs).toBeGreaterThan(tradedMs + 3_000)
    return comparison
  }, SOON)
}

type ReadGate = () => Promise<DecisionPacket['gates'][number] | undefined>

const createGateReader =
  (server: TestPlatform, token: string): ReadGate =>
  async () => {
    const packet = await json(await server.get('/api/monitor/live-readiness-decision-packet', token))
    return packet.data?.gates.find(({ id }: { id: string }) => id === 'LR04')
  }

/**
 * Returns whether a fill has no counterpart, or is farther from it than the market moves while an account on a busy machine
 * commits.
 */
const isFar = ({ distanceBps }: Json): boolean => distanceBps === null || distanceBps > 10

/** Moves the price of stored paper fills, as a fault of the account would. */
const movePrices = (dataDir: string, factor: number, count: number): void => {
  const database = new DatabaseSync(venueStorePath(join(dataDir, 'simulated-paper')), { timeout: 30_000 })
  const fills = database.prepare('SELECT exec_id, body FROM fills ORDER BY exec_id DESC LIMIT ?').all(count)
  const update = database.prepare('UPDATE fills SET body = ? WHERE exec_id = ?')
  for (const { exec_id: execId, body } of fills) {
    const fill = JSON.parse(String(body))
    update.run(JSON.stringify({ ...fill, price: Math.round(fill.price * factor) }), String(execId))
  }
  database.close()
}

it('measures paper fills against the recorded order book, from the orders to the readiness gate', async () => {
  const server = await start()
  const trader = await aTrader(server)
  const readGate = createGateReader(server, await server.token({ role: 'VIEWER', tier: 'PRO' }))
  const untilGate = (expected: object) =>
    vi.waitFor(async () => expect(await readGate()).toMatchObject({ ...expected, waivable: false }), SOON)

  await untilGate({ status: 'MISSING', measured: null, remedy: expect.stringContaining('plimsoll compare paper book') })
  for (let round = 0; round < 52; round++) {
    await place(trader, { side: 'BUY', type: 'MARKET', qty: '0.004' })
    await place(trader, { side: 'SELL', type: 'MARKET', qty: '0.004' })
  }
  // Last, because no order may trade with it while it rests.
  const { bestBidPrice } = await readTicker(trader, SYMBOL)
  await place(trader, { side: 'BUY', type: 'LIMIT', qty: '0.002', price: bestBidPrice })
  const comparison = await compareAll(server.dataDir)
  expect(comparison).toMatchObject({ market: 'simulated seed=1', incomplete: [] })
  expect(comparison.fills.length).toBeGreaterThanOrEqual(104)
  expect(comparison.fills.filter(isFar)).toEqual([])
  await untilGate({ status: 'PASS', measured: expect.stringMatching(/^\d+ fills from .* recorded by /) })

  movePrices(server.dataDir, 1.005, 1)
  // The resting order may have been filled just now.
  const planted = await vi.waitFor(async () => {
    const comparison = await compare(server.dataDir)
    expect(comparison.fills.filter(isFar)).toMatchObject([{ class: 'OTHER_PRICE', symbol: SYMBOL }])
    return comparison
  }, SOON)
  expect(planted.medianBps).toBeLessThan(2)
  const checks = JSON.parse(readFileSync(join(server.dataDir, 'readiness-checks.json'), 'utf8'))
  expect(checks.at(-1)).toMatchObject({
    kind: 'FILLS',
    count: planted.fills.length,
    note: expect.stringContaining('OTHER_PRICE'),
  })

  movePrices(server.dataDir, 1.003, 100)
  const { medianBps } = await compare(server.dataDir)
  expect(medianBps).toBeGreaterThan(25)
  await untilGate({ status: 'FAIL', measured: medianBps, threshold: 2, unit: 'bps' })
}, 400_000)

it('compares the fills of a paper account on an exchange, whose market goes on while orders are on their way', async () => {
  const exchange = await openStage({})
  onTestFinished(() => exchange.close())
  const server = await start({ exchange: 'binanceusdm', exchangeUrl: exchange.url, historyDays: undefined })
  const trader = await aTrader(server)
  for (let round = 0; round < 5; round++) {
    await place(trader, { side: 'BUY', type: 'MARKET', qty: '0.004' })
    await place(trader, { side: 'SELL', type: 'MARKET', qty: '0.004' })
  }
  const comparison = await compareAll(server.dataDir)
  expect(comparison).toMatchObject({ market: `binanceusdm at ${exchange.url}`, incomplete: [] })
  expect(comparison.fills.length).toBeGreaterThanOrEqual(10)
  expect(comparison.fills.filter(isFar)).toEqual([])
}, 400_000)
