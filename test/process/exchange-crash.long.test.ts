import { rmSync } from 'node:fs'
import { afterAll, expect, it, vi } from 'vitest'
import { createRandom } from '../../server/core/random.ts'
import type { HostStatus } from '../../server/host/control-verbs.ts'
import { acknowledged } from '../soak/checks/acknowledged.ts'
import { atMostOnce } from '../soak/checks/at-most-once.ts'
import { compareBooks } from '../soak/checks/compare-books.ts'
import { noSecret } from '../soak/checks/no-secret.ts'
import { quietAfterStop } from '../soak/checks/quiet-after-stop.ts'
import type { StopEpisode } from '../soak/evidence.ts'
import { addTrader, raise, readHostStatus } from '../soak/stage/engine-host.ts'
import { engineUrl, makePlace, type Place, type Wire } from '../soak/stage/place.ts'
import { type Program, strike } from '../soak/stage/program.ts'
import { addKeys, startEngine, startVenue } from '../soak/stage/programs.ts'
import { type Standing, uncoveredIn, unprotectiveIn } from '../soak/stage/venue-books.ts'
import { createVenueReader } from '../soak/stage/venue-reader.ts'
import { type Caller, type Json, placeOrder, readAll, readOne } from '../support/order-stream.ts'
import { aDirectory } from '../support/process.ts'

const SYMBOL = 'BTCUSDT'

/** Constitution under which rates delay nothing, and the outcome of an order is known soon. */
const LIMITS = {
  limits: { ordersPerSecond: 1_000, ordersPerMinute: 10_000, entriesPerHour: 10_000, duplicateWindowMs: 0 },
  data: { maxUnknownOutcomes: 1_000, maxCommitP99Ms: 10_000, minFreeDiskBytes: 0 },
  execution: { recvWindowMs: 1_000, settleMs: 0 },
}

const SOON = { timeout: 40_000, interval: 100 }

const roots: string[] = []
const programs: Program[] = []
afterAll(async () => {
  await Promise.all(programs.map(strike))
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const makeSite = async (wire: Wire): Promise<Place> => {
  const root = aDirectory()
  roots.push(root)
  return makePlace({ root, random: createRandom(roots.length), constitution: LIMITS, symbols: [SYMBOL], wire })
}

/** Resolves when it is up; throws with its output when it ends instead. */
const up = async (program: Program): Promise<Program> => {
  programs.push(program)
  if ((await program.banner) !== undefined) return program
  throw new Error(`it ended with ${await program.ended}: ${program.err()}`)
}

/** Resolves when a reconciliation after that moment found no difference. */
const untilReconciled = (place: Place, sinceMs: number): Promise<HostStatus> =>
  vi.waitFor(async () => {
    const status = (await readHostStatus(place)) as HostStatus
    const { at, ok } = status.lastReconciliation
    expect([status.exchange.connected, ok, Date.parse(at ?? '') >= sinceMs]).toEqual([true, true, true])
    expect(['RUNNING', 'DEGRADED', 'PAUSED', 'HALTED']).toContain(status.state)
    return status
  }, SOON)

const A_POSITION = { symbol: SYMBOL, side: 'BUY', type: 'MARKET', notional: '300' }

/** Rests far enough off to stay. */
const anOrderFarOff = (place: Place, caller: Caller): Promise<object> =>
  vi.waitFor(async () => {
    const { items } = await readOne(caller, engineUrl(place), `/market/tickers?symbol=${SYMBOL}`)
    expect(items[0].bestBidPrice).not.toBeNull()
    const price = (Math.floor(Number(items[0].bestBidPrice) * 9.93) / 10).toFixed(1)
    return { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', qty: '0.002', price }
  }, SOON)

/** Repeats an order until the gates allow it: market and state are recovered one after the other. */
const taken = (place: Place, caller: Caller, order: object): Promise<Json> =>
  vi.waitFor(async () => {
    const answer = await placeOrder(caller, engineUrl(place), order)
    expect([answer?.status, answer?.text]).toEqual([201, expect.anything()])
    return JSON.parse(answer?.text ?? '{}')
  }, SOON)

const postStop = async (place: Place, { token }: Caller): Promise<StopEpisode> => {
  const requestedAtMs = Date.now()
  const response = await fetch(`${engineUrl(place)}/api/emergency-stop`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const { stopId } = (await response.json()) as { stopId: string }
  return { requestedAtMs, acknowledgedAtMs: Date.now(), stopId, clearedAtMs: null }
}

const untilHalted = (place: Place, phase: string): Promise<HostStatus> =>
  vi.waitFor(async () => {
    const status = (await readHostStatus(place)) as HostStatus
    expect([status.state, status.stop?.phase]).toEqual(['HALTED', phase])
    return status
  }, SOON)

const untilState = (place: Place, wanted: readonly string[], towards: () => Promise<unknown>): Promise<void> =>
  vi.waitFor(async () => {
    await towards()
    expect(wanted).toContain((await readHostStatus(place))?.state)
  }, SOON)

/** Expects no open order of the platform at the exchange except the stop of its position. */
const expectSwept = (standing: Standing): void => {
  expect(unprotectiveIn(standing)).toEqual([])
  expect(standing.positions.get(SYMBOL) ?? 0n).not.toBe(0n)
  expect(uncoveredIn(standing, SYMBOL)).toBe(0n)
}

const WIRES: readonly Wire[] = ['binance', 'bybit']

it.concurrent.each(WIRES)(
  'agrees with the exchange through kill -9 of either: %s',
  async (wire) => {
    const place = await makeSite(wire)
    const reader = createVenueReader(place)
    const [, firstVenue] = await Promise.all([addKeys(place), up(startVenue(place))])
    const present = { venue: firstVenue, engine: await up(startEngine(place)) }
    const again = async (which: 'venue' | 'engine'): Promise<number> => {
      await strike(present[which])
      present[which] = await up(which === 'venue' ? startVenue(place) : startEngine(place))
      return Date.now()
    }
    const caller = await addTrader(place, 'alice')
    const readers = [await addTrader(place, 'bob'), await addTrader(place, 'carol'), caller]
    await untilReconciled(place, 0)
    await taken(place, caller, A_POSITION)
    const order = await anOrderFarOff(place, caller)

    // The exchange, with orders on their way.
    const inFlight = [1, 2, 3].map(() => placeOrder(caller, engineUrl(place), order))
    const backAtMs = await again('venue')
    await Promise.all(inFlight)
    await untilReconciled(place, backAtMs)
    await taken(place, caller, A_POSITION)

    // The engine, right after it has acknowledged an order and an emergency stop.
    const { orderId } = await taken(place, caller, order)
    const stop = await postStop(place, caller)
    await again('engine')
    expect((await untilHalted(place, 'COMPLETE')).latch.stopId).toBe(stop.stopId)
    expectSwept(await reader.standing())
    expect(await readOne(caller, engineUrl(place), `/trading/order/${orderId}`)).toMatchObject({ status: 'CANCELED' })
    expect((await placeOrder(caller, engineUrl(place), order))?.status).toBe(409)
    stop.clearedAtMs = Date.now()
    await untilState(place, ['PAUSED'], () => raise(place, 'stop'))
    await untilState(place, ['RUNNING', 'DEGRADED'], () => raise(place, 'resume'))
    await taken(place, caller, A_POSITION)

    // Both, with orders on their way.
    const last = [1, 2].map(() => placeOrder(caller, engineUrl(place), order))
    await strike(present.engine)
    await again('venue')
    await Promise.all(last)
    present.engine = await up(startEngine(place))
    await untilReconciled(place, Date.now())
    const unsettled = '/trading/orders?status=PENDING_NEW,OUTCOME_UNKNOWN,PENDING_CANCEL'
    await vi.waitFor(async () => expect(await readAll(caller, engineUrl(place), unsettled)).toEqual([]), SOON)

    const { books, findings } = await compareBooks({ place, reader, readers, sent: caller.sent, everyMs: 500 })
    expect(findings).toEqual([])
    expect(books?.venue.fills.length).toBeGreaterThanOrEqual(3)
    if (books) expect([...atMostOnce(books), ...acknowledged(books), ...quietAfterStop(books, [stop])]).toEqual([])
    present.engine.child.kill('SIGTERM')
    expect(await present.engine.ended).toBe(0)
    expect(noSecret(place, programs.map(({ err }) => err()).join())).toEqual([])
  },
  120_000,
)
