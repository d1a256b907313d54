import { createRandom } from '../server/core/random.ts'
import type { Clock } from '../server/engine/model/ports.ts'
import { createAccountBook } from './account/account-book.ts'
import { createOrderDesk } from './account/order-desk.ts'
import { restoreBook } from './account/restore-book.ts'
import type { WireFaultPlan } from './faults/wire-fault-plan.ts'
import { beginFaults } from './faults/wire-faults.ts'
import { createMarketBoard } from './market/market-board.ts'
import type { WireLimits } from './market/symbol-info.ts'
import type { LocalExchange } from './ports.ts'
import { publishAccount, publishKeyEnded, publishLeverage } from './stream/account-feed.ts'
import { createListenKeys } from './stream/listen-keys.ts'
import { createStreamHub } from './stream/stream-hub.ts'
import { resolveLives, type VenueOptions, type VenueSources } from './venue-options.ts'
import type { VenueState } from './venue-state.ts'
import { USUAL_PERMISSIONS } from './wire/permissions.ts'
import { createRateLimits } from './wire/rate-limits.ts'

interface StateSources extends VenueSources {
  readonly plan: WireFaultPlan
  readonly fail: (error: Error) => void
}

const LIMITS: WireLimits = { weightPerMinute: 2_400, ordersPerTenSeconds: 300, ordersPerMinute: 1_200 }

/** Creates the state of routes and streams, with the account as it was stored. */
export const createState = (exchange: LocalExchange, options: VenueOptions, sources: StateSources): VenueState => {
  const { plan, random, fail } = sources
  const { store, changePosition, records, source } = exchange
  const clock: Clock = () => sources.clock() + plan.clockSkewMs
  const limits = { ...LIMITS, ...options.limits }
  const faults = beginFaults(plan, plan.seed === null ? random : createRandom(plan.seed))
  const hub = createStreamHub(faults)
  const board = createMarketBoard(options.symbols)
  const instruments = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument]))
  const book = createAccountBook({ changePosition, instruments, wallet: records.openingBalance })
  const keys = createListenKeys(random, resolveLives(options, plan).listenKeyMs, plan.listenKeyMs === null)
  const feed = { hub, keys, book, board, clock }
  keys.ended = (key, why) => publishKeyEnded(feed, key, why)
  restoreBook(book, records, store)
  return {
    exchange,
    clock,
    limits,
    permissions: options.permissions ?? USUAL_PERMISSIONS,
    board,
    book,
    desk: createOrderDesk({ account: exchange.account, book, store, clock: sources.clock, hidesFailedMakers: true }),
    random,
    rates: createRateLimits(limits),
    faults,
    keys,
    hub,
    countdowns: new Map(),
    publish: (news) => publishAccount(feed, news),
    publishLeverage: (symbol, leverage) => publishLeverage(feed, symbol, leverage),
    fail,
  }
}
