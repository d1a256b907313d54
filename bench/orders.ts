/**
 * Benchmark of order placement by concurrent callers: rate and latency of durably accepted orders, also with slow disk
 * syncs.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import { createIds } from '../server/core/id.ts'
import { createRandom } from '../server/core/random.ts'
import { ticks } from '../server/domain/market/instrument.ts'
import type { Order } from '../server/domain/order/order.ts'
import type { EngineEvent } from '../server/engine/model/events.ts'
import { type Harness, type HarnessParts, openHarness } from './floor.ts'
import { buying } from './floor-order.ts'
import { atLeast, atMost, percentile, type Row, times } from './measure.ts'

const CALLERS = 64
const ORDERS = 6_000
const SINGLE_COMMITS = 300
const LOOP_DELAY_RESOLUTION_MS = 1

/**
 * Measures orders through gates, journal, audit and exchange, by callers who await each order, against one-row commits.
 */
export const orderRows = async (): Promise<Row[]> => {
  const measured = await measureOrders({ specs: INSTRUMENT_SPECS.slice(0, 1), live: false })
  const what = `orders accepted durably, ${CALLERS} callers, two commits and an audit entry each, and the exchange's own commits`
  return [orderRow(what, measured, [atLeast(measured.perSecond / measured.single, [3, '×'])])]
}

/** Measures the same with slow syncs and a moving market; neither event loop nor market events may be held up. */
export const slowOrderRows = async (): Promise<Row[]> => {
  const measured = await measureOrders({ specs: INSTRUMENT_SPECS, live: true })
  const { perSecond, single, loopDelaysMs, marketAgesMs } = measured
  return [
    orderRow(`5 ms added to every sync: orders accepted durably, ${CALLERS} callers`, measured, [
      atLeast(perSecond / single, [20, '×']),
    ]),
    tailRow('the same: delay of the event loop', loopDelaysMs, 5),
    tailRow('the same: age of a market event when the engine takes it', marketAgesMs, 20),
  ]
}

interface Measured {
  readonly perSecond: number
  /** One-row commits of the same store, per second. */
  readonly single: number
  readonly latenciesMs: readonly number[]
  readonly loopDelaysMs: Tail
  readonly marketAgesMs: Tail
}

interface Tail {
  readonly p50: number
  readonly p99: number
}

const measureOrders = async (parts: Pick<HarnessParts, 'specs' | 'live'>): Promise<Measured> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const single = singleCommits(join(directory, 'single'))
  const agesMs: number[] = []
  const onTake = (event: EngineEvent): void => {
    if (event.kind === 'market') agesMs.push(Date.now() - event.atMs)
  }
  const harness = await openHarness({ directory, ...parts, onTake })
  const place = placer(harness)
  await placeAll(8, place)
  agesMs.length = 0
  const loop = monitorEventLoopDelay({ resolution: LOOP_DELAY_RESOLUTION_MS })
  loop.enable()
  const since = performance.now()
  const latenciesMs = await placeAll(CALLERS, place)
  const perSecond = (ORDERS * 1_000) / (performance.now() - since)
  loop.disable()
  await harness.close()
  rmSync(directory, { recursive: true })
  const delayAt = (percent: number): number => loop.percentile(percent) / 1e6 - LOOP_DELAY_RESOLUTION_MS
  return {
    perSecond,
    single,
    latenciesMs,
    loopDelaysMs: { p50: delayAt(50), p99: delayAt(99) },
    marketAgesMs: { p50: percentile(agesMs, 0.5), p99: percentile(agesMs, 0.99) },
  }
}

/**
 * Returns a function that places one order, which the exchange accepts and which does not rest, and returns its
 * duration in ms.
 */
const placer = ({ market, desk, state }: Harness): ((number: number) => Promise<number>) => {
  const ids = createIds({ now: Date.now, random: createRandom(3) })
  return async (number) => {
    const price = ticks(market.bestBid('BTCUSDT') - 100 - (number % 50))
    const order = buying(ids('ord'), { price })
    const since = performance.now()
    await desk.instruct(order)
    const tookMs = performance.now() - since
    const { status, statusReason } = state.ledger.orders.get(order.orderId) as Order
    if (status !== 'EXPIRED') throw new Error(`an order was not accepted, but is ${status}: ${statusReason}`)
    return tookMs
  }
}

const placeAll = async (callers: number, place: (number: number) => Promise<number>): Promise<number[]> => {
  let sent = 0
  const latenciesMs: number[] = []
  const call = async (): Promise<void> => {
    while (sent < ORDERS) latenciesMs.push(await place(sent++))
  }
  await Promise.all(Array.from({ length: callers }, call))
  return latenciesMs
}

const orderRow = (what: string, { perSecond, single, latenciesMs }: Measured, goals: Row['goals']): Row => {
  const at = (share: number): string => `${percentile(latenciesMs, share).toFixed(1)} ms`
  return {
    what: `${what} (p50 ${at(0.5)}, p99 ${at(0.99)})`,
    measured: `${Math.round(perSecond).toLocaleString('en')}/s`,
    against: `one-row durable commits of the same store: ${Math.round(single).toLocaleString('en')}/s`,
    ratio: times(perSecond / single),
    goals,
  }
}

const tailRow = (what: string, { p50, p99 }: Tail, limitMs: number): Row => ({
  what,
  measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  against: `limit ${limitMs} ms`,
  ratio: times(limitMs / p99),
  goals: [atMost(p99, [limitMs, 'ms'], 'p99')],
})

const singleCommits = (directory: string): number => {
  const { journal, close } = openEngineStore(directory)
  const fact = { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'lost' }, atMs: 0 } as const
  const since = performance.now()
  for (let row = 0; row < SINGLE_COMMITS; row++) journal.append({ facts: [fact], orders: [], positions: [] })
  const took = performance.now() - since
  close()
  return (SINGLE_COMMITS * 1_000) / took
}
