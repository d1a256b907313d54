import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { createRandom } from '../../server/core/random.ts'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { addTrader, raise, readHostStatus, requestHost } from '../soak/stage/engine-host.ts'
import { engineUrl, makePlace, type Place, venueUrl } from '../soak/stage/place.ts'
import { type Program, startProgram, strike } from '../soak/stage/program.ts'
import { addKeys, startEngine, startVenue } from '../soak/stage/programs.ts'
import { type Caller, placeOrder, readAll } from '../support/order-stream.ts'
import { aDirectory } from '../support/process.ts'

const SYMBOL = 'BTCUSDT'
const SOON = { timeout: 60_000, interval: 100 }
/** The exchange is tried again after at most 15 seconds. */
const AGAIN = { timeout: 90_000, interval: 100 }
const ENTRY = { symbol: SYMBOL, side: 'BUY', type: 'MARKET', qty: '0.002' }

const roots: string[] = []
const programs: Program[] = []
afterAll(async () => {
  await Promise.all(programs.map(strike))
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const makeSite = async (): Promise<Place> => {
  const root = aDirectory()
  roots.push(root)
  return makePlace({ root, random: createRandom(roots.length), constitution: {}, symbols: [SYMBOL] })
}

const up = async (program: Program): Promise<Program> => {
  programs.push(program)
  if ((await program.banner) !== undefined) return program
  throw new Error(`it ended with ${await program.ended}: ${program.err()}`)
}

const end = async (program: Program): Promise<void> => {
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
}

const until = (place: Place, matches: (status: HostStatus) => void, within = SOON): Promise<HostStatus> =>
  vi.waitFor(async () => {
    const status = (await readHostStatus(place)) as HostStatus
    matches(status)
    return status
  }, within)

const untilReconciled = (place: Place, sinceMs: number, within = SOON): Promise<HostStatus> =>
  until(
    place,
    ({ exchange, lastReconciliation: { at, ok } }) =>
      expect([exchange.connected, ok, Date.parse(at ?? '') >= sinceMs]).toEqual([true, true, true]),
    within,
  )

const read = async <T>(place: Place, { token }: Caller, path: string): Promise<T> => {
  const response = await fetch(`${engineUrl(place)}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as T
}

const surface = (place: Place, caller: Caller, name: string) => read<Report>(place, caller, `/api/monitor/${name}`)

const expectRefused = async (place: Place, caller: Caller, cause: string): Promise<void> => {
  const refused = await placeOrder(caller, engineUrl(place), ENTRY)
  expect([refused?.status, refused?.text]).toEqual([503, expect.stringContaining(cause)])
}

const closePosition = (place: Place, { token }: Caller, id: string): Promise<Response> =>
  fetch(`${engineUrl(place)}/api/v381/trading/positions/${id}/close`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'close-without-an-exchange',
    },
    body: '{}',
  })

/** Starts the platform with a paper account on that exchange. */
const startPaper = (place: Place): Program =>
  startProgram(
    [
      ...['start', '--json', '--data-dir', place.engineDir, '--port', String(place.enginePort)],
      ...['--exchange', 'binanceusdm', '--exchange-url', venueUrl(place), '--symbols', SYMBOL],
      ...['--constitution', place.constitutionPath, '--autotrading', 'off', '--timeframes', '1h'],
    ],
    { logPath: join(place.logDir, 'engine.log') },
  )

const listingsFile = ({ engineDir }: Place, execution: string) =>
  join(engineDir, `binanceusdm-${execution}`, 'listings.json')

describe('a server whose exchange cannot be reached at the start', () => {
  it('starts with the stored instruments, refuses entries, stops, and trades once the exchange has returned', {
    timeout: 300_000,
  }, async () => {
    const place = await makeSite()
    const [venue] = await Promise.all([up(startVenue(place)), addKeys(place)])
    const first = await up(startEngine(place))
    const caller = await addTrader(place, 'alice')
    await untilReconciled(place, 0)
    await vi.waitFor(async () => expect((await placeOrder(caller, engineUrl(place), ENTRY))?.status).toBe(201), SOON)
    await until(place, ({ state }) => expect(state).toBe('RUNNING'))
    await vi.waitFor(async () => {
      const { verdict } = await surface(place, caller, 'protection-blocker-truth')
      expect(verdict).toBe('ALL_PROTECTED')
    }, SOON)
    await vi.waitFor(() => expect(existsSync(listingsFile(place, 'practice'))).toBe(true), SOON)
    await end(first)
    await strike(venue)

    const begunMs = performance.now()
    const offline = await up(startEngine(place))
    const startedWithinMs = performance.now() - begunMs
    expect(startedWithinMs).toBeLessThan(60_000)
    const status = await until(place, ({ exchange }) => expect(exchange.troubles.length).toBeGreaterThan(0))
    expect(status).toMatchObject({ state: 'RECONCILING', lastReconciliation: { at: null, ok: false } })
    const [trouble] = status.exchange.troubles
    expect(trouble).toMatchObject({
      code: 'UNREACHABLE',
      detail: expect.stringMatching(/not confirmed by the exchange.*were read at \d{4}-.*Z, 0\.\d h ago/s),
    })
    const positions = await readAll(caller, engineUrl(place), '/trading/positions')
    expect(positions).toMatchObject([{ symbol: SYMBOL, qty: '0.002' }])
    await expectRefused(place, caller, 'the exchange has not been reached since the start')
    const [position] = positions
    await closePosition(place, caller, position?.id)
    await vi.waitFor(async () => {
      const [close] = await readAll(caller, engineUrl(place), '/trading/orders')
      expect(JSON.stringify(close)).toContain('has not been reached since the start')
    }, SOON)
    expect((await fetch(`${engineUrl(place)}/readyz`)).status).toBe(503)
    await vi.waitFor(async () => {
      const { verdict, summary } = await surface(place, caller, 'protection-blocker-truth')
      expect(['INSUFFICIENT_EVIDENCE', 'UNPROTECTED']).toContain(verdict)
      expect(summary).toContain('The exchange cannot be reached')
    }, SOON)
    expect(await surface(place, caller, 'exchange-market-intelligence-truth')).not.toMatchObject({ severity: 'OK' })

    const { stopId } = await requestHost<{ stopId: string }>(place, 'stop', { reason: 'woken at night' })
    await until(place, ({ state, latch }) => expect([state, latch.stopId]).toEqual(['HALTED', stopId]))
    await strike(offline)
    const again = await up(startEngine(place))
    await until(place, ({ state, latch }) => expect([state, latch.stopId]).toEqual(['HALTED', stopId]))

    const backAtMs = Date.now()
    await up(startVenue(place))
    await untilReconciled(place, backAtMs, AGAIN)
    await until(place, ({ state, exchange }) => expect([state, exchange.troubles]).toEqual(['HALTED', []]), AGAIN)
    expect((await placeOrder(caller, engineUrl(place), ENTRY))?.status).toBe(409)
    await vi.waitFor(async () => {
      const { verdict } = await surface(place, caller, 'protection-blocker-truth')
      expect(verdict).toBe('ALL_PROTECTED')
    }, SOON)
    await vi.waitFor(async () => expect(await raise(place, 'stop')).toBe(true), SOON)
    await until(place, ({ state }) => expect(state).toBe('PAUSED'))
    await vi.waitFor(async () => expect(await raise(place, 'resume')).toBe(true), SOON)
    await vi.waitFor(async () => expect((await placeOrder(caller, engineUrl(place), ENTRY))?.status).toBe(201), SOON)
    await end(again)
  })

  it('starts a paper account, which trades once the exchange has returned', { timeout: 240_000 }, async () => {
    const place = await makeSite()
    const venue = await up(startVenue(place))
    const first = await up(startPaper(place))
    const caller = await addTrader(place, 'alice')
    await vi.waitFor(async () => expect((await placeOrder(caller, engineUrl(place), ENTRY))?.status).toBe(201), SOON)
    await vi.waitFor(() => expect(existsSync(listingsFile(place, 'paper'))).toBe(true), SOON)
    await end(first)
    await strike(venue)

    const offline = await up(startPaper(place))
    await until(place, ({ exchange }) => expect(exchange.troubles.map(({ code }) => code)).toContain('UNREACHABLE'))
    await vi.waitFor(() => expectRefused(place, caller, 'No price of BTCUSDT has been observed'), SOON)
    await up(startVenue(place))
    await vi.waitFor(async () => expect((await placeOrder(caller, engineUrl(place), ENTRY))?.status).toBe(201), AGAIN)
    await until(place, ({ exchange }) => expect(exchange.troubles).toEqual([]))
    await end(offline)
  })

  it('ends to start again when the exchange has changed a tick or rejects the key', { timeout: 240_000 }, async () => {
    const place = await makeSite()
    const [venue] = await Promise.all([up(startVenue(place)), addKeys(place)])
    const first = await up(startEngine(place))
    await untilReconciled(place, 0)
    const path = listingsFile(place, 'practice')
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), SOON)
    await end(first)
    await strike(venue)
    const stored = readFileSync(path, 'utf8')

    writeFileSync(path, stored.replace(/"tickSize":"[^"]+"/, '"tickSize":"0.5"'))
    const otherSteps = await up(startEngine(place))
    const present = await up(startVenue(place))
    expect([await otherSteps.ended, otherSteps.err()]).toEqual([
      1,
      expect.stringContaining('has changed the tick or lot'),
    ])
    expect(readFileSync(path, 'utf8')).toContain(/"tickSize":"[^"]+"/.exec(stored)?.[0])
    await strike(present)

    const otherKey = await up(startEngine(place))
    await up(startVenue(place, { apiKey: 'another-key-than-ours' }))
    expect([await otherKey.ended, otherKey.err()]).toEqual([1, expect.stringContaining('rejects the key')])
  })
})
