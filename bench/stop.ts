/**
 * Benchmark of the emergency stop on an engine under load: time until the stop is latched and durable, and until its
 * orders are cancelled.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createIds, type Id } from '../server/core/id.ts'
import { createRandom } from '../server/core/random.ts'
import { lots, ticks } from '../server/domain/market/instrument.ts'
import type { Order } from '../server/domain/order/order.ts'
import { workingOrders } from '../server/engine/state/ledger.ts'
import { type Harness, openHarness } from './floor.ts'
import { BENCH_ACTOR, buying } from './floor-order.ts'
import { assertLoad, EVENTS_PER_SECOND, ORDERS_PER_SECOND, RESTING } from './load.ts'
import { manySpecs } from './many-specs.ts'
import { atMost, percentile, type Row, times } from './measure.ts'
import { until, within } from './patience.ts'
import { liftStop } from './raise.ts'
import { createVenueWatch, type VenueWatch } from './venue-watch.ts'

const REPETITIONS = 40
const LATCHED_GOAL_MS = 15
const SLOW_GOAL_MS = 30
const CANCEL_GOAL_MS = 250

type NewOrderId = () => Id<'ord'>

/** Milliseconds from the stop request to each stage. */
interface Stopped {
  readonly latched: number
  readonly durable: number
  readonly firstCancel: number
  readonly allGone: number
}

/** Measures repeated emergency stops under load on real files. */
export const stopRows = async (): Promise<Row[]> => toRows(await measureStops())

/** Measures the same with slow syncs. */
export const slowStopRows = async (): Promise<Row[]> => {
  const stops = await measureStops()
  const at = (share: number): number =>
    percentile(
      stops.map(({ durable }) => durable),
      share,
    )
  return [
    {
      what: `5 ms added to every sync, emergency stop under ${LOAD}: until durably latched (${stops.length} runs)`,
      measured: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
      against: `limit ${SLOW_GOAL_MS} ms`,
      ratio: times(SLOW_GOAL_MS / at(0.99)),
      goals: [atMost(at(0.99), [SLOW_GOAL_MS, 'ms'], 'p99')],
    },
  ]
}

const measureStops = async (): Promise<Stopped[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const watch = createVenueWatch()
  const harness = await openHarness({
    directory,
    specs: manySpecs(EVENTS_PER_SECOND),
    live: true,
    around: watch.around,
  })
  const ids = createIds({ now: Date.now, random: createRandom(3) })
  const newOrderId = () => ids('ord')
  await openPositions(harness, newOrderId)
  const load = raiseLoad(harness, newOrderId)
  const stops: Promise<Stopped>[] = []
  for (let stop = 0; stop <= REPETITIONS; stop++) {
    await restOrders(harness, newOrderId)
    const { outcome, allGone } = stopOnce(harness, watch)
    if (stop > 0) stops.push(outcome)
    await allGone
    await liftStop({ raising: harness.control.raising, ledger: harness.state.ledger })
  }
  load.end()
  const all = await Promise.all(stops)
  await harness.close()
  rmSync(directory, { recursive: true })
  return all
}

/** Opens a position in each instrument and waits until its stop rests at the exchange. */
const openPositions = async ({ desk, state }: Harness, newOrderId: NewOrderId): Promise<void> => {
  for (const { instrument } of INSTRUMENT_SPECS) {
    const { symbol } = instrument
    await desk.instruct(buying(newOrderId(), { symbol, type: 'MARKET', price: null, size: positionSize(symbol) }))
  }
  const { positions } = state.ledger
  await until(() => positions.size === INSTRUMENT_SPECS.length && [...positions.values()].every(isCovered))
}

const isCovered = ({ protection, quantity }: { protection: { covered: number }; quantity: number }): boolean =>
  protection.covered >= quantity

const SIZES: Readonly<Record<string, number>> = { BTCUSDT: 1, ETHUSDT: 20, SOLUSDT: 4 }
const positionSize = (symbol: string) => ({ quantity: lots(SIZES[symbol] ?? 1) })

/** Places orders that never match, one after another at a fixed pace, independent of the engine's responses. */
const raiseLoad = ({ desk, market }: Harness, newOrderId: NewOrderId) => {
  const [sinceMs, publishedBefore] = [performance.now(), market.publishedCount()]
  const secondsPast = (): number => (performance.now() - sinceMs) / 1_000
  let orders = 0
  const place = (): void => {
    for (; orders < secondsPast() * ORDERS_PER_SECOND; orders++) {
      const price = ticks(market.bestBid('BTCUSDT') - 100 - (orders % 50))
      void desk.instruct(buying(newOrderId(), { price })).catch(() => {})
    }
  }
  const placing = setInterval(place, 1_000 / ORDERS_PER_SECOND)
  return {
    end() {
      clearInterval(placing)
      assertLoad((market.publishedCount() - publishedBefore) / secondsPast())
    },
  }
}

/** Places the required number of resting orders, half a percent and more below the market. */
const restOrders = async (harness: Harness, newOrderId: NewOrderId): Promise<void> => {
  const { desk, market, state } = harness
  const missing = Math.max(0, RESTING - resting(harness).length)
  const placing = Array.from({ length: missing }, (_, place) => {
    const { symbol } = INSTRUMENT_SPECS[place % INSTRUMENT_SPECS.length]?.instrument ?? { symbol: 'BTCUSDT' }
    const price = ticks(Math.floor(market.bestBid(symbol) * (0.995 - place / 10_000)))
    return desk.instruct(buying(newOrderId(), { symbol, price, timeInForce: 'GTC', size: positionSize(symbol) }))
  })
  const outcomes = await Promise.all(placing)
  if (resting(harness).length === 0)
    throw new Error(`nothing rests: ${JSON.stringify([outcomes[0], state.ledger.control])}`)
}

const resting = ({ state }: Harness): Order[] =>
  workingOrders(state.ledger).filter(
    ({ terms, status }) => terms.timeInForce === 'GTC' && !terms.reduceOnly && status === 'NEW',
  )

/**
 * Runs one stop. Its result arrives later than the cancellation of its orders: the response waits for the end of the
 * sweep.
 */
const stopOnce = (harness: Harness, watch: VenueWatch) => {
  const watched = watch.watch(resting(harness).map(({ venueClientId }) => venueClientId))
  const since = performance.now()
  const taken = harness.control.desk.stop({ actor: BENCH_ACTOR, requestId: null, reason: 'bench', flatten: 'NONE' })
  const allGone = within(watched.allGone)
  const measureStop = async (): Promise<Stopped> => {
    const [firstCancel, lastGone] = [await watched.firstCancel, await allGone]
    const { latchedMs: latched, durableMs } = await taken
    if (durableMs === null) throw new Error('a stop was not durable')
    return { latched, durable: durableMs, firstCancel: firstCancel - since, allGone: lastGone - since }
  }
  return { outcome: measureStop(), allGone }
}

const LOAD = `${EVENTS_PER_SECOND.toLocaleString('en')} market events/s and ${ORDERS_PER_SECOND} orders/s`

const toRows = (stops: readonly Stopped[]): Row[] => {
  const at = (name: keyof Stopped, share: number): number =>
    percentile(
      stops.map((stop) => stop[name]),
      share,
    )
  const figures = (name: keyof Stopped): string =>
    `p50 ${at(name, 0.5).toFixed(1)} ms, p99 ${at(name, 0.99).toFixed(1)} ms`
  return [
    {
      what: `emergency stop under ${LOAD}: durably latched (${stops.length} times)`,
      measured: figures('durable'),
      against: `${LATCHED_GOAL_MS} ms; in memory and file: ${figures('latched')}`,
      ratio: times(LATCHED_GOAL_MS / at('durable', 0.99)),
      goals: [atMost(at('durable', 0.99), [LATCHED_GOAL_MS, 'ms'], 'p99')],
    },
    {
      what: `the same stop: first of ${RESTING} cancels sent to the exchange`,
      measured: figures('firstCancel'),
      against: `${CANCEL_GOAL_MS} ms; last order gone: ${figures('allGone')}`,
      ratio: times(CANCEL_GOAL_MS / at('firstCancel', 0.99)),
      goals: [atMost(at('firstCancel', 0.99), [CANCEL_GOAL_MS, 'ms'], 'p99')],
    },
  ]
}
