/** Ledger of the engine: orders, positions, account and equity, folded from facts. */

import { assert, assertNever } from '../../core/assert.ts'
import type { Id } from '../../core/id.ts'
import { HOUR_MS, type Instant } from '../../core/instant.ts'
import { removeFirst } from '../../core/remove-first.ts'
import {
  type Account,
  afterAdjustment,
  afterFill,
  afterFunding,
  EMPTY_ACCOUNT,
  openedWith,
} from '../../domain/account/account.ts'
import { afterLifecycle, EMPTY_TRACK, type EquityTrack, rearmed, sampled } from '../../domain/account/equity-track.ts'
import type { Money } from '../../domain/account/money.ts'
import { lots } from '../../domain/market/instrument.ts'
import type { Order } from '../../domain/order/order.ts'
import { fillOn, isTerminal } from '../../domain/order/transition.ts'
import { parseSeed } from '../../domain/order/venue-client-id.ts'
import { applyFill, applyFunding } from '../../domain/position/apply-fill.ts'
import type { Position } from '../../domain/position/position.ts'
import { increases } from '../../domain/risk/gate.ts'
import type { RecentOrder } from '../../domain/risk/risk-view.ts'
import type { Difference, Fact, LedgerFact, PendingAmendment } from '../model/facts.ts'
import type { KnownOrder } from '../model/ports.ts'
import { applyControl, type ControlBooks, openControlBooks } from './control-state.ts'
import { moveLedgerTimes } from './move-times.ts'
import { isOrderFact, nextOrder, type OrderFact } from './order-facts.ts'
import { applyPositionFact, putPosition } from './position-facts.ts'

/**
 * State that must survive a restart: the fold of every ledger fact. Owned by the engine and changed in place, only by
 * `applyFact`; the values in its maps are replaced, never changed.
 */
export interface Ledger extends ControlBooks {
  run: { readonly runId: string; readonly epoch: number; readonly endedCleanly: boolean } | null
  /** Market of this store, once a run has started. */
  market: string | null
  readonly listed: Map<string, Extract<Fact, { kind: 'instrumentListed' }>>
  /** Working orders, and the newest ended orders. */
  readonly orders: Map<string, Order>
  /** IDs of working orders, oldest first. */
  readonly working: Set<string>
  readonly byVenueClientId: Map<string, Id<'ord'>>
  /** Orders by the part of their exchange ID that is identical in every run. */
  readonly bySeed: Map<string, Id<'ord'>>
  readonly byClientOrderId: Map<string, Id<'ord'>>
  /** Amendments in progress, by the order that is amended. */
  readonly amending: Map<string, PendingAmendment>
  /** The open lifecycle of each symbol. */
  readonly positions: Map<string, Position>
  /** The newest ended lifecycles. */
  readonly ended: Map<string, Position>
  account: Account
  equity: EquityTrack
  /** IDs of booked executions and funding payments, newest last. */
  readonly booked: Set<string>
  /** Time of the latest booking. */
  bookedToMs: Instant
  /** Start of the ledger, on the exchange's clock: nothing from before is ever recorded. */
  openedAtMs: Instant | null
  /** Orders sent in the last hour, oldest first; after very many, with some older ones. */
  readonly recent: RecentOrder[]
  readonly differences: Map<string, Difference>
}

/** Number of ended orders held in memory; older ones are in the store. */
const ENDED_ORDERS_MAX = 10_000
const ENDED_POSITIONS_MAX = 1_000
const BOOKED_MAX = 100_000
/** Finding the oldest key of a map takes time for each key deleted before it, so the oldest are removed in bulk. */
const REMOVED_AT_ONCE = 500

/** Returns a copy that can be changed independently: values in the maps are replaced, never changed. */
export const copyLedger = (ledger: Ledger): Ledger => {
  const copied = Object.entries(ledger).map(([name, part]) => [name, copyPart(part)])
  return Object.fromEntries(copied) as Ledger
}

const copyPart = (part: unknown): unknown => {
  if (part instanceof Map) return new Map(part)
  if (part instanceof Set) return new Set(part)
  return Array.isArray(part) ? [...part] : part
}

export const createLedger = (): Ledger => ({
  run: null,
  market: null,
  listed: new Map(),
  orders: new Map(),
  working: new Set(),
  byVenueClientId: new Map(),
  bySeed: new Map(),
  byClientOrderId: new Map(),
  amending: new Map(),
  positions: new Map(),
  ended: new Map(),
  account: EMPTY_ACCOUNT,
  equity: EMPTY_TRACK,
  booked: new Set(),
  bookedToMs: 0,
  openedAtMs: null,
  recent: [],
  differences: new Map(),
  ...openControlBooks(),
})

/** Applies a fact to the ledger; no other code changes it. */
export const applyFact = (ledger: Ledger, fact: LedgerFact): void => {
  if (isOrderFact(fact)) return changeOrder(ledger, fact)
  switch (fact.kind) {
    case 'runStarted':
    case 'runEnded':
      return noteRun(ledger, fact)
    case 'instrumentListed':
      return void ledger.listed.set(fact.symbol, fact)
    case 'streamChanged':
    case 'reportRefused':
      return
    case 'orderDecided':
      return enterOrder(ledger, fact)
    case 'externalOrderSeen':
      return addOrder(ledger, fact.order)
    case 'executed':
      return book(ledger, fact)
    case 'fundingPaid':
      return bookFunding(ledger, fact)
    case 'booksOpened':
      return openBooks(ledger, fact)
    case 'walletAdjusted':
      return adjustWallet(ledger, fact.difference)
    case 'planChanged':
    case 'protectionChanged':
    case 'positionHandedBack':
      return applyPositionFact(ledger, fact)
    case 'differenceFound':
      return void ledger.differences.set(fact.difference.key, fact.difference)
    case 'differenceGone':
      return void ledger.differences.delete(fact.key)
    case 'controlChanged':
    case 'latchEngaged':
    case 'stopRepeated':
    case 'stopSwept':
    case 'stopCompleted':
    case 'latchReleased':
    case 'breakerTripped':
    case 'strategyQuarantined':
    case 'strategiesRearmed':
    case 'liveGrantChanged':
    case 'storesBehind':
      return applyControl(ledger, fact)
    case 'clockStepped':
      return moveLedgerTimes(ledger, (atMs) => atMs + fact.adoptedMs)
    case 'breakersRearmed':
      ledger.equity = rearmed(ledger.equity, fact.breakers)
      return applyControl(ledger, fact)
    case 'equitySampled':
      return sampleEquity(ledger, fact)
    default:
      return assertNever(fact)
  }
}

const sampleEquity = (ledger: Ledger, { equity, atMs }: Extract<LedgerFact, { kind: 'equitySampled' }>): void => {
  ledger.equity = sampled(ledger.equity, { equity, account: ledger.account, atMs })
}

const noteRun = (ledger: Ledger, fact: Extract<LedgerFact, { kind: 'runStarted' | 'runEnded' }>): void => {
  if (fact.kind === 'runStarted') {
    ledger.market = fact.market
    moveLedgerTimes(ledger, (atMs) => Math.min(atMs, fact.atMs))
    ledger.run = { runId: fact.runId, epoch: fact.epoch, endedCleanly: false }
  } else if (ledger.run?.runId === fact.runId) ledger.run = { ...ledger.run, endedCleanly: true }
}

/** Returns the working orders, or those of them that are wanted, oldest first. */
export const workingOrders = (
  { working, orders }: Ledger,
  isWanted: (order: Order) => boolean = () => true,
): Order[] => {
  const unended: Order[] = []
  for (const orderId of working) {
    const order = orders.get(orderId)
    if (order && isWanted(order)) unended.push(order)
  }
  return unended
}

/** Returns the open lifecycle with this ID. */
export const findOpenPosition = ({ positions }: Ledger, positionId: string): Position | undefined =>
  [...positions.values()].find((position) => position.positionId === positionId)

const getOrder = (ledger: Ledger, orderId: string): Order => {
  const order = ledger.orders.get(orderId)
  assert(order, `order ${orderId} must be in the ledger`)
  return order
}

const putOrder = (ledger: Ledger, order: Order): void => {
  ledger.orders.set(order.orderId, order)
  ledger.byVenueClientId.set(order.venueClientId, order.orderId)
  if (isTerminal(order.status)) ledger.working.delete(order.orderId)
  else ledger.working.add(order.orderId)
}

const changeOrder = (ledger: Ledger, fact: OrderFact): void => {
  const order = getOrder(ledger, fact.orderId)
  noteAmendment(ledger.amending, order, fact)
  putOrder(ledger, nextOrder(order, fact))
}

const noteAmendment = (amending: Ledger['amending'], { orderId, filled }: Order, fact: OrderFact): void => {
  const pending = amending.get(orderId)
  if (fact.kind === 'amendmentRequested') {
    amending.set(orderId, { ...fact.amendment, executed: filled, requestedAtMs: fact.atMs })
  } else if (fact.kind === 'amendmentEnded') amending.delete(orderId)
  else if (pending && fact.kind === 'orderReported') {
    amending.set(orderId, { ...pending, executed: lots(Math.max(pending.executed, fact.report.filled)) })
  }
}

/** Adds a new order; a seed always refers to its first order. */
const addOrder = (ledger: Ledger, order: Order): void => {
  putOrder(ledger, order)
  const seed = parseSeed(order.venueClientId)
  if (seed !== undefined && !ledger.bySeed.has(seed)) ledger.bySeed.set(seed, order.orderId)
}

const enterOrder = (ledger: Ledger, { order, decision, atMs }: Extract<LedgerFact, { kind: 'orderDecided' }>): void => {
  addOrder(ledger, order)
  forgetEnded(ledger)
  if (order.replaces && ledger.amending.get(order.replaces)?.orderId === order.orderId) {
    ledger.amending.delete(order.replaces)
  }
  if (decision.verdict !== 'APPROVED') return
  if (order.clientOrderId !== null) ledger.byClientOrderId.set(order.clientOrderId, order.orderId)
  const { symbol, side, quantity, trigger } = order.terms
  const price = order.terms.price ?? trigger?.price ?? null
  const increasing = increases(order)
  insertByTime(ledger.recent, {
    atMs,
    symbol,
    side,
    quantity,
    price,
    origin: order.origin,
    strategyId: order.cause?.strategyId ?? null,
    increasing,
  })
  removeFirst(ledger.recent, (sent) => sent.atMs < atMs - HOUR_MS)
}

/** Inserts at the end, unless our clock was set back. */
const insertByTime = (recent: RecentOrder[], order: RecentOrder): void => {
  let [from, to] = [0, recent.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((recent[middle]?.atMs ?? order.atMs) > order.atMs) to = middle
    else from = middle + 1
  }
  recent.splice(from, 0, order)
}

/**
 * Returns the IDs by which executions at the exchange can be attributed to our orders; executions of a triggered order
 * have a different ID.
 */
export const listKnownOrders = ({ orders }: Ledger): KnownOrder[] =>
  [...orders.values()].flatMap(({ exchangeOrderId, venueClientId, origin, terms }) =>
    exchangeOrderId === null || origin === 'EXTERNAL' || terms.trigger ? [] : [{ exchangeOrderId, venueClientId }],
  )

/** Removes the oldest ended orders when there are too many. */
const forgetEnded = (ledger: Ledger): void => {
  let surplus = ledger.orders.size - ledger.working.size - ENDED_ORDERS_MAX
  if (surplus < REMOVED_AT_ONCE) return
  for (const order of ledger.orders.values()) {
    if (ledger.working.has(order.orderId)) continue
    ledger.orders.delete(order.orderId)
    ledger.byVenueClientId.delete(order.venueClientId)
    forgetNames(ledger, order)
    if (--surplus === 0) return
  }
}

/** Releases the client order ID and the seed of an order, unless another order uses them. */
const forgetNames = ({ byClientOrderId, bySeed }: Ledger, { clientOrderId, venueClientId, orderId }: Order): void => {
  if (clientOrderId !== null && byClientOrderId.get(clientOrderId) === orderId) byClientOrderId.delete(clientOrderId)
  const seed = parseSeed(venueClientId)
  if (seed !== undefined && bySeed.get(seed) === orderId) bySeed.delete(seed)
}

const book = (ledger: Ledger, { fills, plan, atMs }: Extract<LedgerFact, { kind: 'executed' }>): void => {
  for (const fill of fills) {
    const order = fill.orderId === null ? undefined : ledger.orders.get(fill.orderId)
    if (order) {
      const filled = fillOn(order, fill, atMs)
      assert(filled.ok, `${order.orderId} was filled beyond its quantity`)
      putOrder(ledger, { ...filled.value.order, positionId: order.positionId ?? fill.positionId })
    }
    const origin = order?.origin ?? 'EXTERNAL'
    const before = ledger.positions.get(fill.symbol)
    const position = sinceNow(applyFill(before, fill, { plan, origin, cause: order?.cause }), before, atMs)
    ledger.account = afterFill(ledger.account, fill)
    if (position.status === 'CLOSED') endLifecycle(ledger, position)
    else ledger.positions.set(fill.symbol, position)
    remember(ledger, fill.execId, fill.executedAtMs)
  }
}

/** Starts the unprotected time of a new lifecycle on our clock rather than the market's. */
const sinceNow = (position: Position, before: Position | undefined, atMs: Instant): Position =>
  position.positionId === before?.positionId
    ? position
    : { ...position, protection: { ...position.protection, unprotectedSinceMs: atMs } }

const endLifecycle = (ledger: Ledger, position: Position): void => {
  const { symbol, positionId, realizedPnl, feesPaid, funding } = position
  ledger.positions.delete(symbol)
  ledger.ended.set(positionId, position)
  keepNewest(ledger.ended, ENDED_POSITIONS_MAX)
  ledger.equity = afterLifecycle(ledger.equity, realizedPnl - feesPaid + funding)
}

/** Removes the oldest keys when there are too many. */
const keepNewest = (keys: Map<string, Position> | Set<string>, max: number): void => {
  let surplus = keys.size - max
  if (surplus < REMOVED_AT_ONCE) return
  for (const key of keys.keys()) {
    keys.delete(key)
    if (--surplus === 0) return
  }
}

const remember = (ledger: Ledger, id: string, atMs: Instant): void => {
  ledger.booked.add(id)
  ledger.bookedToMs = Math.max(ledger.bookedToMs, atMs)
  keepNewest(ledger.booked, BOOKED_MAX)
}

const bookFunding = (
  ledger: Ledger,
  { funding, positionId, atMs }: Extract<LedgerFact, { kind: 'fundingPaid' }>,
): void => {
  ledger.account = afterFunding(ledger.account, funding.amount)
  remember(ledger, funding.fundingId, funding.settledAtMs)
  if (positionId !== null) putPosition(ledger, positionId, (position) => applyFunding(position, funding.amount, atMs))
}

const openBooks = (ledger: Ledger, fact: Extract<LedgerFact, { kind: 'booksOpened' }>): void => {
  ledger.openedAtMs = fact.takenAtMs
  ledger.account = openedWith(ledger.account, fact.balance)
  for (const id of fact.included) remember(ledger, id, fact.takenAtMs)
}

const adjustWallet = (ledger: Ledger, difference: Money): void => {
  ledger.account = afterAdjustment(ledger.account, difference)
}
