/**
 * Benchmark harness: a whole engine with journal, audit, stop file and simulated exchange on real files, without the
 * HTTP server.
 */

import pino from 'pino'
import { type ClearingVenue, openClearingVenue } from '../server/adapters/exchanges/clearing/venue.ts'
import type { InstrumentSpec } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../server/adapters/exchanges/simulated/market-matcher.ts'
import { openVenueStore } from '../server/adapters/store/sqlite/venue-store.ts'
import { openStopFile, stopFileIn } from '../server/adapters/store/stop-file.ts'
import { hostClocks } from '../server/app/clocks.ts'
import { type OpenControl, openControl } from '../server/app/control.ts'
import { runEngine, runSource } from '../server/app/engine.ts'
import { openBooks } from '../server/app/engine-state.ts'
import type { Exchange } from '../server/app/exchange/exchange.ts'
import { parseConfig } from '../server/config/config.ts'
import { createIds } from '../server/core/id.ts'
import { createPlatformClock } from '../server/core/platform-clock.ts'
import { createRandom } from '../server/core/random.ts'
import { publishedBrackets } from '../server/domain/margin/brackets.ts'
import type { Constitution } from '../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../server/domain/risk/default-constitution.ts'
import { type OrderDesk, openDesk } from '../server/engine/desks/order-desk.ts'
import type { EngineEvent } from '../server/engine/model/events.ts'
import { type ExecutionVenue, PERMANENT_LEASE } from '../server/engine/model/ports.ts'
import { createInbox, type Inbox } from '../server/engine/run/inbox.ts'
import type { Engine } from '../server/engine/run/loop.ts'
import { createStopSwitch } from '../server/engine/state/stop-switch.ts'
import type { EngineState } from '../server/engine/state/turn.ts'
import { RULES } from '../test/support/engine-state.ts'
import { type BenchMarket, openMarket } from './market.ts'

/** Disables the limits on order rates, duplicates and data age, which would distort the measurement. */
const CONSTITUTION: Constitution = {
  ...DEFAULT_CONSTITUTION,
  limits: { ...DEFAULT_CONSTITUTION.limits, ordersPerSecond: 1e9, ordersPerMinute: 1e9, duplicateWindowMs: 0 },
  data: { ...DEFAULT_CONSTITUTION.data, maxBookAgeMs: 60_000, maxMarkAgeMs: 60_000, maxCommitP99Ms: 60_000 },
}

export interface HarnessParts {
  readonly directory: string
  readonly specs: readonly InstrumentSpec[]
  /** True when the market follows the clock; otherwise it does not move. */
  readonly live: boolean
  /** Wrapper around the exchange, to observe its requests and events. */
  readonly around?: (venue: ExecutionVenue) => ExecutionVenue
  /** Called with every event that the engine processes. */
  readonly onTake?: (event: EngineEvent) => void
}

/** Engine with its order and control desks and its market. */
export interface Harness {
  readonly desk: OrderDesk
  readonly control: OpenControl
  readonly engine: Engine
  readonly state: EngineState
  readonly market: BenchMarket
  close(): Promise<void>
}

/** Opens journal, audit, stop file and exchange in a directory; resolves after reconciliation with the exchange. */
export const openHarness = async ({
  directory,
  specs,
  live,
  around = (venue) => venue,
  onTake,
}: HarnessParts): Promise<Harness> => {
  const resources = new AsyncDisposableStack()
  const clock = Date.now
  const config = createConfig(directory)
  const { matcher, moveTo } = createMarketMatcher()
  const market = openMarket({ specs, live, clock, onOpen: moveTo, observe: (event) => clearing?.observe(event) })
  let clearing: ClearingVenue | undefined
  const openVenue: Exchange['openVenue'] = (place, commit) => {
    const store = openVenueStore(place)
    const opened = openClearingVenue({
      matcher,
      store: { ...store, commit },
      instruments: market.source.instruments,
      brackets: publishedBrackets,
      leverage: () => 3,
      clock,
      schedule: setImmediate,
    })
    clearing = opened
    const close = async (): Promise<void> => {
      await opened.close()
      store.close()
    }
    return { venue: around(opened), close }
  }
  const rules = { ...RULES, constitution: CONSTITUTION }
  const books = await openBooks(
    { source: market.source, openVenue },
    { config, rules, lease: PERMANENT_LEASE, clock, resources },
  )
  const inbox = observeTakes(createInbox(clock), onTake)
  const ids = createIds({ now: clock, random: createRandom(5) })
  const logger = pino({ level: 'silent' })
  const control = openControl({
    books,
    stopSwitch: createStopSwitch(openStopFile(stopFileIn(config.dataDir))),
    inbox,
    ids,
    clock,
    logger,
    resources,
    monotonic: () => performance.now(),
    makeCode: () => '000000',
  })
  const { state } = books
  const desk = openDesk({
    ledger: books.published.ledger,
    submit: inbox.submit,
    preview: () => {
      throw new Error('nothing is previewed here')
    },
    answerTimeoutMs: 3_000,
    delay: (ms, task) => void setTimeout(task, ms).unref(),
  })
  const platformClock = createPlatformClock(hostClocks)
  const run = { source: market.source, inbox, control, platformClock, runId: 'run_A', resources, fail }
  const engine = await runEngine(books, run, (facts) => {
    books.publish(facts)
    desk.onFacts(facts)
    control.desk.onFacts(facts)
  })
  control.begin()
  runSource(market.source, engine, { resources, logger, fail })
  while (state.ledger.control.state === 'RECONCILING') await new Promise((resolve) => setTimeout(resolve, 20))
  await market.opened
  return { desk, control, engine, state, market, close: () => resources.disposeAsync() }
}

const observeTakes = (inbox: Inbox, onTake: HarnessParts['onTake']): Inbox =>
  onTake === undefined
    ? inbox
    : Object.assign(Object.create(inbox) as Inbox, {
        take(withCommands?: boolean) {
          const entry = inbox.take(withCommands)
          if (entry) onTake(entry.event)
          return entry
        },
      })

const fail = (error: Error): void => {
  throw error
}

const createConfig = (dataDir: string) => {
  const config = parseConfig({}, { port: '0', dataDir, logLevel: 'silent' })
  if (!config.ok) throw new Error(config.error.join(' '))
  return config.value
}
