import { onTestFinished } from 'vitest'
import type { Matcher } from '../server/adapters/exchanges/clearing/matcher.ts'
import { type ClearingVenue, openClearingVenue } from '../server/adapters/exchanges/clearing/venue.ts'
import { NO_FAULTS, withFaults } from '../server/adapters/exchanges/faults/index.ts'
import { delayCancels } from '../server/adapters/exchanges/paper/paper-account.ts'
import { createPaperMatcher } from '../server/adapters/exchanges/paper/paper-matcher.ts'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../server/adapters/exchanges/simulated/market-matcher.ts'
import { createSimulatedMarket, type SimulatedMarket } from '../server/adapters/exchanges/simulated/simulated-market.ts'
import { openVenueStore } from '../server/adapters/store/sqlite/venue-store.ts'
import { decimal } from '../server/core/decimal.ts'
import { MINUTE_MS } from '../server/core/instant.ts'
import { toMoney } from '../server/domain/account/money.ts'
import { publishedBrackets } from '../server/domain/margin/brackets.ts'
import { type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { MarketEvent } from '../server/domain/market/market-event.ts'
import type { ExecutionVenue } from '../server/engine/model/ports.ts'
import type { VenueEvent } from '../server/engine/model/venue.ts'
import { aTempDirectory } from './support/temp-directory.ts'
import { createTaskList } from './support/venue-stage.ts'
import { type VenueOnTrial, venueContract } from './venue.contract.ts'

const START_MS = Date.UTC(2026, 10, 21, 9, 41)
const STEP_MS = 100
const OPENING = toMoney(decimal('400000'))

type Tasks = ReturnType<typeof createTaskList>

/** Exchange over the market, and the layer between it and its client. */
interface Harness {
  readonly matcher: Matcher
  moveTo(market: SimulatedMarket): void
  receive(event: MarketEvent): void
  port(venue: ClearingVenue, tasks: Tasks): ExecutionVenue
}

/** Orders take part in the market. */
const amongAgents = (): Harness => ({ ...createMarketMatcher(), receive: () => {}, port: (venue) => venue })

/** The same behind a wire on which nothing goes wrong. */
const behindAWire = (): Harness => ({
  ...amongAgents(),
  port: (venue, tasks) =>
    withFaults(venue, NO_FAULTS, { random: () => 0, schedule: tasks.after, interfere: venue.interfere }),
})

/** The market is only watched. */
const onPaper = (): Harness => {
  const matcher = createPaperMatcher()
  return { matcher, moveTo: () => {}, receive: matcher.observe, port: (venue) => delayCancels(venue, matcher) }
}

/** Opens the clearing venue over the simulated market, with its state on disk and time that advances on request. */
const inSimulatedMarket = (createHarness: () => Harness): VenueOnTrial => {
  const directory = aTempDirectory()
  const clock = { nowMs: START_MS }
  const tasks = createTaskList(clock)
  const events: VenueEvent[] = []
  const state = { mark: ticks(0) }

  const open = () => {
    const store = openVenueStore(directory)
    const { matcher, moveTo, receive, port } = createHarness()
    const venue = openClearingVenue({
      matcher,
      store,
      instruments: INSTRUMENT_SPECS.map(({ instrument }) => instrument),
      brackets: publishedBrackets,
      leverage: () => 20,
      openingBalance: OPENING,
      clock: () => clock.nowMs,
      schedule: tasks.schedule,
    })
    const observe = (event: MarketEvent): void => {
      if (event.kind === 'markPrice') state.mark = event.markPrice.mark
      receive(event)
      venue.observe(event)
    }
    const specs = INSTRUMENT_SPECS.slice(0, 1)
    for (const { instrument } of specs) {
      const change = { symbol: instrument.symbol, state: 'live', sinceMs: clock.nowMs } as const
      observe({ kind: 'stream', change })
    }
    const market: SimulatedMarket = createSimulatedMarket({ seed: 5, startMs: clock.nowMs, specs, observe })
    moveTo(market)
    const entrance = port(venue, tasks)
    entrance.open({
      offer(event) {
        events.push(event)
        return true
      },
    })
    return { store, market, entrance }
  }

  let site = open()
  onTestFinished(() => site.store.close())
  const best = (side: 'BUY' | 'SELL'): Ticks => site.market.book('BTCUSDT')?.best(side)?.price ?? ticks(0)
  return {
    symbol: 'BTCUSDT',
    openingBalance: OPENING,
    events,
    get nowMs() {
      return clock.nowMs
    },
    timeoutMs: 20 * MINUTE_MS,
    send: (request) => site.entrance.send(request),
    step() {
      tasks.run()
      tasks.pass(STEP_MS)
      site.market.advanceTo(clock.nowMs)
      tasks.run()
    },
    get mark() {
      return state.mark
    },
    get touch() {
      return { bid: best('BUY'), ask: best('SELL') }
    },
    get nearby() {
      return Math.round(state.mark * 0.0003)
    },
    namesAreForEver: true,
    reopen() {
      void site.entrance.close()
      site.store.close()
      site = open()
    },
  }
}

venueContract('the simulated exchange', () => inSimulatedMarket(amongAgents))
venueContract('the simulated exchange behind a wire without faults', () => inSimulatedMarket(behindAWire))
venueContract('a paper exchange', () => inSimulatedMarket(onPaper))
