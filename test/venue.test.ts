import { onTestFinished } from 'vitest'
import { openClearingVenue } from '../server/adapters/exchanges/clearing/venue.ts'
import { NO_FAULTS, withFaults } from '../server/adapters/exchanges/faults/index.ts'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../server/adapters/exchanges/simulated/market-matcher.ts'
import { createSimulatedMarket, type SimulatedMarket } from '../server/adapters/exchanges/simulated/simulated-market.ts'
import { openVenueStore } from '../server/adapters/store/sqlite/venue-store.ts'
import { decimal } from '../server/core/decimal.ts'
import { moneyOf } from '../server/domain/account/money.ts'
import { publishedBrackets } from '../server/domain/margin/published-brackets.ts'
import { type Ticks, ticks } from '../server/domain/market/instrument.ts'
import type { ExecutionVenue } from '../server/engine/ports.ts'
import type { VenueEvent } from '../server/engine/venue.ts'
import { aTempDirectory } from './support/temp-directory.ts'
import { createTaskList } from './support/venue-stage.ts'
import { type VenueOnTrial, venueContract } from './venue.contract.ts'

const START_MS = Date.UTC(2026, 10, 21, 9, 41)
const STEP_MS = 100
const OPENING = moneyOf(decimal('2000000'))

/** The clearing venue in the simulated market, with its memory on disk and time that passes when it is told to. */
const inSimulatedMarket = (faulty = false): VenueOnTrial => {
  const directory = aTempDirectory()
  const clock = { nowMs: START_MS }
  const tasks = createTaskList(clock)
  const events: VenueEvent[] = []
  const state = { mark: ticks(0) }

  const open = () => {
    const store = openVenueStore(directory)
    const { matcher, moveTo } = createMarketMatcher()
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
    const market: SimulatedMarket = createSimulatedMarket({
      seed: 5,
      startMs: clock.nowMs,
      specs: INSTRUMENT_SPECS.slice(0, 1),
      observe(event) {
        if (event.kind === 'markPrice') state.mark = event.markPrice.mark
        venue.observe(event)
      },
    })
    moveTo(market)
    const door: ExecutionVenue = faulty
      ? withFaults(venue, NO_FAULTS, { random: () => 0, schedule: tasks.after, interfere: venue.interfere })
      : venue
    door.open({
      offer(event) {
        events.push(event)
        return true
      },
    })
    return { store, market, door }
  }

  let house = open()
  onTestFinished(() => house.store.close())
  const best = (side: 'BUY' | 'SELL'): Ticks => house.market.book('BTCUSDT')?.best(side)?.price ?? ticks(0)
  return {
    symbol: 'BTCUSDT',
    openingBalance: OPENING,
    events,
    get nowMs() {
      return clock.nowMs
    },
    send: (request) => house.door.send(request),
    pass(durationMs) {
      tasks.run()
      for (let passed = 0; passed < durationMs; passed += STEP_MS) {
        tasks.pass(STEP_MS)
        house.market.advanceTo(clock.nowMs)
        tasks.run()
      }
    },
    get mark() {
      return state.mark
    },
    get touch() {
      return { bid: best('BUY'), ask: best('SELL') }
    },
    reopen() {
      house.door.close()
      house.store.close()
      house = open()
    },
  }
}

venueContract('the simulated exchange', () => inSimulatedMarket())
venueContract('the simulated exchange behind a wire without faults', () => inSimulatedMarket(true))
