import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

/** Timeout that covers building the client and starting a separate program for each example. */
const PATIENCE_MS = 60_000

let server: TestPlatform
let token: string
beforeAll(async () => {
  spawnSync(process.execPath, ['client/build.js'])
  server = await startTestPlatform({ autotrading: 'off' })
  token = await server.token({ role: 'TRADER', tier: 'PRO' })
  await server.ready()
}, PATIENCE_MS)
afterAll(() => server.close())

/** Returns the lines that an example prints until it ends. */
const runExample = async (name: string): Promise<readonly string[]> => {
  const env = { ...process.env, PLIMSOLL_URL: server.platform.url, PLIMSOLL_TOKEN: token }
  const { stdout } = await promisify(execFile)(process.execPath, [`client/examples/${name}.ts`], { env })
  return stdout.trimEnd().split('\n')
}

describe('an example', () => {
  it(
    'watches the market',
    async () => {
      const lines = await runExample('watch-market')
      expect(lines.length).toBe(5)
      for (const line of lines) expect(line).toMatch(/^BTCUSDT last [\d.]+ bid [\d.]+ ask [\d.]+$/)
    },
    PATIENCE_MS,
  )

  it(
    'keeps an order book',
    async () => {
      const lines = (await runExample('keep-order-book')).filter((line) => line.includes('|'))
      expect(lines.length).toBe(10)
      for (const line of lines) {
        const [, bid = '', ask = ''] =
          /^BTCUSDT ([\d.]+) × [\d.]+ \| ([\d.]+) × [\d.]+, 50 and 50 levels$/.exec(line) ?? []
        expect(Number(bid)).toBeLessThan(Number(ask))
      }
    },
    PATIENCE_MS,
  )

  it(
    'follows signals',
    async () => {
      const [first, ...signals] = await runExample('follow-signals')
      expect(first).toBe(`snapshot: ${signals.length} signals`)
    },
    PATIENCE_MS,
  )

  it(
    'places an order, moves the stop of its position, and closes it',
    async () => {
      const lines = await runExample('place-and-protect-order')
      expect(lines.map((line) => line.replaceAll(/\w{3}_\w{26}|-?\d[\d.]*/g, '…'))).toEqual([
        '… FILLED: … at …',
        '… is protected at …',
        'moving the stop to …',
        '… has closed it: … USDT before … of fees',
      ])
    },
    PATIENCE_MS,
  )

  it(
    'leaves alone a position that it has not opened',
    async () => {
      const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
      const place = () => server.post('/api/v381/trading/order', order, token)
      await vi.waitFor(async () => expect((await place()).status).toBe(201), { timeout: 10_000, interval: 200 })
      const held = async () => {
        const [position] = (await json(await server.get('/api/v381/trading/positions?status=OPEN', token))).items
        return [position.id, position.qty, position.protection.stopLoss.triggerPrice]
      }
      const before = await held()
      const lines = await runExample('place-and-protect-order')
      expect(lines).toEqual([`BTCUSDT already has a position, ${before[0]} of API: nothing was done`])
      expect(await held()).toEqual(before)
    },
    PATIENCE_MS,
  )

  it(
    'stops everything',
    async () => {
      const lines = await runExample('emergency-stop')
      expect(lines[0]).toMatch(/^stp_\w{26} is engaged, kept in FILE_AND_DB$/)
      expect(lines.at(-1)).toMatch(/^HALTED COMPLETE: /)
    },
    PATIENCE_MS,
  )
})
