import { createRandom, type Random } from '../../server/core/random.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import { createAccountBook } from '../exchange/account/account-book.ts'
import type { AccountNews } from '../exchange/account/fold-events.ts'
import { createOrderDesk } from '../exchange/account/order-desk.ts'
import { restoreBook } from '../exchange/account/restore-book.ts'
import type { WireFaultPlan } from '../exchange/faults/wire-fault-plan.ts'
import { beginFaults } from '../exchange/faults/wire-faults.ts'
import { createMarketBoard } from '../exchange/market/market-board.ts'
import type { LocalExchange, WireStore } from '../exchange/ports.ts'
import { createStreamHub } from '../exchange/server/stream-hub.ts'
import type { VenueSources } from '../venue-options.ts'
import type { BybitOptions } from './bybit-options.ts'
import type { BybitState } from './bybit-state.ts'
import { USUAL_BYBIT_PERMISSIONS } from './rest/key-permissions.ts'
import { createBybitRates, USUAL_LIMITS } from './rest/rate-limits.ts'
import { NO_STOPS } from './stops/bybit-terms.ts'
import { dropLevel, getOwnStop, keepStops } from './stops/keep-stops.ts'
import { isSame, levelsIn, openPositionStops, setLevels, takeFill } from './stops/position-stops.ts'
import { publishAccount, publishPosition } from './stream/account-topics.ts'
import { nameOfOrder } from './view/names.ts'

interface StateSources extends VenueSources {
  readonly plan: WireFaultPlan
  readonly fail: (error: Error) => void
}

/** Creates the state of routes and streams, with the account as it was stored. */
export const createBybitState = (
  exchange: LocalExchange,
  options: BybitOptions,
  { clock: ownClock, random, plan, fail }: StateSources,
): BybitState => {
  const { store, changePosition, records, source } = exchange
  const clock: Clock = () => ownClock() + plan.clockSkewMs
  const faults = beginFaults(plan, plan.seed === null ? random : createRandom(plan.seed))
  const uid = readUserId(store, random)
  const instruments = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument]))
  const book = createAccountBook({
    changePosition,
    instruments,
    wallet: records.openingBalance,
    toWireId: (order) => nameOfOrder(uid, order),
  })
  restoreBook(book, records, store)
  const state: BybitState = {
    exchange,
    clock,
    uid,
    permissions: options.permissions ?? USUAL_BYBIT_PERMISSIONS,
    board: createMarketBoard(options.symbols),
    book,
    desk: createOrderDesk({ account: exchange.account, book, store, clock: ownClock, hidesFailedMakers: false }),
    rates: createBybitRates({ ...USUAL_LIMITS, ...options.limits }),
    faults,
    hub: createStreamHub(faults),
    stops: openPositionStops(store, book),
    keeping: new Map(),
    reportedPositions: new Map(),
    publish: (news) => takeNews(state, news),
    publishPosition: (symbol) => publishPosition(state, symbol),
    fail,
  }
  return state
}

const USER = 'bybit user'
const FIRST_USER = 10_000_000
const USERS = 80_000_000

/** The number of the account's user, which it keeps. */
const readUserId = (store: WireStore, random: Random): string => {
  const held = store.readSettings().get(USER)
  if (held !== undefined) return held
  const drawn = String(FIRST_USER + Math.floor(random() * USERS))
  store.putSetting(USER, drawn)
  return drawn
}

/** Applies an account event to the position's stops, and publishes it. */
const takeNews = (state: BybitState, news: AccountNews): void => {
  const { stops, book } = state
  if (news.kind === 'fill' && takeFill(stops, book, news.fill)) align(state, news.fill.symbol)
  if (news.kind === 'algo' && news.status === 'TRIGGERING') spend(state, news.order)
  if (news.kind === 'position') {
    const { symbol, quantity } = news.position
    state.reportedPositions.set(symbol, news.position)
    if (quantity === 0 && !isSame(levelsIn(stops, symbol), NO_STOPS)) setLevels(stops, symbol, NO_STOPS)
  }
  publishAccount(state, news)
}

/** A stop that was set off is not kept any more. */
const spend = (state: BybitState, order: (AccountNews & { readonly kind: 'algo' })['order']): void => {
  const own = getOwnStop(order)
  const { symbol, triggerPrice, workingType } = order.record
  if (own && triggerPrice !== null) dropLevel(state, symbol, own, { price: triggerPrice, by: workingType })
}

/** Has the stops of a symbol seen to, soon. */
export const align = (state: BybitState, symbol: string): void => {
  keepStops(state, symbol).catch(() => {})
}
