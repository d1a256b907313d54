import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClearingVenue } from '../server/adapters/exchanges/clearing/venue.ts'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../server/adapters/exchanges/simulated/market-matcher.ts'
import { marketOpening } from '../server/adapters/exchanges/simulated/market-opening.ts'
import { createSimulatedMarket } from '../server/adapters/exchanges/simulated/simulated-market.ts'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import { openVenueStore } from '../server/adapters/store/sqlite/venue-store.ts'
import { createIds } from '../server/core/id.ts'
import { createRandom } from '../server/core/random.ts'
import { publishedBrackets } from '../server/domain/margin/published-brackets.ts'
import { lots, type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { MarketEvent } from '../server/domain/market/market-event.ts'
import { DEFAULT_CONSTITUTION } from '../server/domain/risk/default-constitution.ts'
import { openDesk } from '../server/engine/desk.ts'
import type { Command } from '../server/engine/events.ts'
import { createInbox } from '../server/engine/inbox.ts'
import { startEngine } from '../server/engine/loop.ts'
import { perform } from '../server/engine/perform.ts'
import { anEngineState, RULES } from '../test/support/engine-state.ts'
import { type Row, times } from './measure.ts'

const CALLERS = 64
const ORDERS = 6_000
const HALF_MINUTE_MS = 30_000

/** Rates and duplicates would otherwise be what is measured. */
const constitution = {
  ...DEFAULT_CONSTITUTION,
  limits: { ...DEFAULT_CONSTITUTION.limits, ordersPerSecond: 1e9, ordersPerMinute: 1e9, duplicateWindowMs: 0 },
  data: { ...DEFAULT_CONSTITUTION.data, maxBookAgeMs: 60_000, maxMarkAgeMs: 60_000 },
}

/** A whole engine on real files, with the simulated exchange behind it and a market that stands still. */
const openFloor = async (directory: string) => {
  const clock = Date.now
  const store = openEngineStore(join(directory, 'engine'))
  const venueStore = openVenueStore(join(directory, 'engine'))
  const startMs = Math.floor(clock() / 60_000) * 60_000 - HALF_MINUTE_MS
  const spec = INSTRUMENT_SPECS[0]
  if (!spec) throw new Error('the simulated exchange lists nothing')
  const { matcher, moveTo } = createMarketMatcher()
  const market = createSimulatedMarket({ seed: 1, startMs, specs: [spec] })
  moveTo(market)
  const venue = openClearingVenue({
    matcher,
    store: venueStore,
    instruments: [spec.instrument],
    brackets: publishedBrackets,
    leverage: () => 3,
    clock,
    schedule: setImmediate,
  })
  const inbox = createInbox(clock)
  const state = anEngineState({ rules: { ...RULES, constitution } })
  const desk = openDesk({
    ledger: state.ledger,
    submit: inbox.submit,
    preview: () => {
      throw new Error('nothing is previewed here')
    },
    patienceMs: 3_000,
    delay: (ms, task) => void setTimeout(task, ms).unref(),
  })
  const outside = { venue, venueSink: inbox.venueSink, requestBook: () => {} }
  const engine = startEngine({
    state,
    inbox,
    journal: store.journal,
    perform: (effect) => perform(effect, state.ledger, outside),
    onFacts: desk.onFacts,
  })
  await engine.submit({ kind: 'startRun', runId: 'run_A', market: 'bench', mode: 'PAPER' })
  venue.open(engine.venueSink)
  const events: MarketEvent[] = [...marketOpening({ seed: 1, startMs, since: () => startMs - 3_600_000 })]
  for (const event of [...events, ...market.advanceTo(startMs + HALF_MINUTE_MS)]) {
    venue.observe(event)
    while (!engine.sink.offer(event)) await engine.sink.room()
  }
  const ticking = setInterval(() => engine.tick(store.health()), 100)
  while (state.session.reconciliation.doneAtMs === null) await new Promise((resolve) => setTimeout(resolve, 20))
  const bid = market.book(spec.instrument.symbol)?.best('BUY')?.price ?? ticks(1)
  const close = async (): Promise<void> => {
    clearInterval(ticking)
    venue.close()
    await engine.stop()
    venueStore.close()
    store.close()
  }
  return { desk, engine, state, bid, close }
}

/** An order that meets nobody and does not stay: accepted by the exchange, then over. */
const commandOf = (orderId: `ord_${string}`, price: Ticks, quantity: number): Command & { kind: 'placeOrder' } => ({
  kind: 'placeOrder',
  orderId,
  venueSeed: orderId.slice(4),
  request: {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    size: { quantity: lots(quantity) },
    price,
    trigger: null,
    timeInForce: 'IOC',
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    maxSlippageBps: null,
    clientOrderId: null,
  },
  instructed: {
    actor: { type: 'USER', sub: 'usr_bench', sid: null, ip: null },
    requestId: null,
    idempotency: null,
    reason: null,
    auditId: `aud_${orderId.slice(4)}`,
  },
})

/** Orders through gates, journal, exchange and back, by callers who each wait for theirs; against one-row commits. */
export const orderRows = async (): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const single = singleCommits(join(directory, 'single'))
  const floor = await openFloor(directory)
  const ids = createIds({ now: Date.now, random: createRandom(3) })
  let sent = 0
  const latencies: number[] = []
  const call = async (): Promise<void> => {
    while (sent < ORDERS) {
      const number = sent++
      const command = commandOf(ids('ord'), ticks(floor.bid - 100 - (number % 50)), 1)
      const since = performance.now()
      await floor.desk.instruct(command)
      latencies.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: 8 }, call))
  sent = 0
  latencies.length = 0
  const since = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, call))
  const perSecond = (ORDERS * 1_000) / (performance.now() - since)
  const accepted = [...floor.state.ledger.orders.values()].filter(({ status }) => status === 'EXPIRED').length
  await floor.close()
  rmSync(directory, { recursive: true })
  if (accepted < ORDERS) throw new Error(`only ${accepted} orders were accepted`)
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  return [
    {
      what: `orders accepted durably, ${CALLERS} callers, two commits and the exchange's own each (p50 ${at(0.5)}, p99 ${at(0.99)})`,
      measured: `${Math.round(perSecond).toLocaleString('en')}/s`,
      against: `one-row durable commits of the same store: ${Math.round(single).toLocaleString('en')}/s`,
      ratio: times(perSecond / single),
      goal: '≥ 3 ×',
    },
  ]
}

const singleCommits = (directory: string): number => {
  const { journal, close } = openEngineStore(directory)
  const fact = { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'lost' }, atMs: 0 } as const
  const count = 1_000
  const since = performance.now()
  for (let row = 0; row < count; row++) journal.append({ facts: [fact], orders: [], positions: [] })
  const took = performance.now() - since
  close()
  return (count * 1_000) / took
}
