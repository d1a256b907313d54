import { type ClearingStore, createMemoryStore } from '../../../server/adapters/exchanges/clearing/clearing-store.ts'
import type { Interference } from '../../../server/adapters/exchanges/clearing/interference.ts'
import type { Matcher } from '../../../server/adapters/exchanges/clearing/matcher.ts'
import { type ClearingVenue, openClearingVenue } from '../../../server/adapters/exchanges/clearing/venue.ts'
import type { InstrumentSpec } from '../../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createMarketMatcher } from '../../../server/adapters/exchanges/simulated/market-matcher.ts'
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../../server/adapters/exchanges/simulated/simulated-market.ts'
import type { Money } from '../../../server/domain/account/money.ts'
import { publishedBrackets } from '../../../server/domain/margin/brackets.ts'
import type { InstrumentEvent } from '../../../server/domain/market/market-event.ts'
import type { VenueSink } from '../../../server/engine/model/ports.ts'
import type { VenueRequest } from '../../../server/engine/model/venue.ts'
import { createExchangeRecord, type ExchangeRecord, type Executed, enterCommit } from './exchange-record.ts'
import type { Scheduler } from './scheduler.ts'

export interface ExchangeParts {
  readonly seed: number
  readonly specs: readonly InstrumentSpec[]
  readonly scheduler: Scheduler
  readonly openingBalance: Money
  readonly leverage: number
  readonly wrapMatcher: (matcher: Matcher) => Matcher
  /** Called with the executions the exchange has recorded, before any event of them is sent. */
  readonly onCommit: (executed: readonly Executed[]) => void
}

/** Exchange with its market and an account in its own store, which outlives the process. */
export interface Exchange {
  readonly record: ExchangeRecord
  readonly market: SimulatedMarket
  readonly isUp: boolean
  /** Advances the market to the present, and returns its events. */
  advance(): InstrumentEvent[]
  open(sink: VenueSink): void
  send(request: VenueRequest): void
  interfere(deed: Interference): void
  /** Crashes immediately: unrecorded changes are lost, but the market continues. */
  crash(): void
  restart(): void
}

export const createExchange = (parts: ExchangeParts): Exchange => {
  const { seed, specs, scheduler } = parts
  const record = createExchangeRecord()
  const store = recordedStore(record, parts.onCommit)
  const { matcher, moveTo } = createMarketMatcher()
  let venue: ClearingVenue | undefined
  const market = createSimulatedMarket({
    seed,
    startMs: scheduler.nowMs,
    specs,
    observe: (event) => venue?.observe(event),
  })
  moveTo(market)

  const start = (): ClearingVenue => {
    const started: ClearingVenue = openClearingVenue({
      matcher: parts.wrapMatcher(matcher),
      store,
      instruments: specs.map(({ instrument }) => instrument),
      brackets: publishedBrackets,
      leverage: () => parts.leverage,
      openingBalance: parts.openingBalance,
      clock: () => scheduler.nowMs,
      schedule: (task) => scheduler.after(0, () => venue === started && task()),
    })
    return started
  }
  venue = start()

  return {
    record,
    market,
    get isUp() {
      return venue !== undefined
    },
    advance: () => market.advanceTo(scheduler.nowMs),
    open: (sink) => venue?.open(sink),
    send: (request) => venue?.send(request),
    interfere: (deed) => venue?.interfere(deed),
    crash() {
      venue = undefined
      for (const { venueClientId } of store.readOpenOrders()) matcher.cancel(venueClientId)
    },
    restart() {
      venue ??= start()
    },
  }
}

const recordedStore = (record: ExchangeRecord, onCommit: ExchangeParts['onCommit']): ClearingStore => {
  const store = createMemoryStore()
  return {
    ...store,
    commit(changes) {
      void store.commit(changes)
      onCommit(enterCommit(record, changes))
    },
  }
}
