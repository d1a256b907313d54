import type { Instant } from '../../../server/core/instant.ts'
import type { ControlState, DesiredState } from '../../../server/domain/control/control-state.ts'
import type { Flatten } from '../../../server/domain/control/stop.ts'
import { type OrderTerms, type Purpose, sideSign } from '../../../server/domain/order/order.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'

/** Order according to the journal, independent of the engine's tables. */
export interface JournalOrder {
  readonly orderId: string
  readonly venueClientId: string
  readonly terms: OrderTerms
  readonly purpose: Purpose
  readonly approved: boolean
  readonly auditId: string
  /** Lifecycle of the order. */
  readonly positionId: string | null
  readonly ours: boolean
  resentTimes: number
  uncertain: boolean
  /** True when the order is recorded as never accepted. */
  provenAbsent: boolean
  over: boolean
  /** Sum of its booked fills. */
  filled: number
}

/** Books computed from durable facts alone, independent of the engine's code. */
export interface JournalBooks {
  readonly orders: Map<string, JournalOrder>
  readonly byVenueClientId: Map<string, JournalOrder>
  /** Last 26 characters of the client order IDs of the platform's orders. */
  readonly seeds: Set<string>
  readonly open: Set<JournalOrder>
  /** Signed lots by symbol: the sum of executions. */
  readonly positions: Map<string, number>
  /** Lifecycle of the last fill, by symbol. */
  readonly lifecycles: Map<string, string>
  /** Start of the time without a verified stop, by lifecycle, according to the journal. */
  readonly unprotected: Map<string, Instant>
  /** Cost of the open quantity, negative for a short position: Σ sign · value + realised profit. */
  readonly signedCosts: Map<string, bigint>
  readonly audited: Set<string>
  /** Keys of the open differences, with their symbol. */
  readonly differences: Map<string, string | null>
  /** Wallet balance, computed from all its changes. */
  wallet: bigint
  opened: boolean
  /** Consecutive refused closes since the last close that traded. */
  refusedCloses: number
  /** Latch, with the number of consecutive refused closes when it was engaged. */
  latch: JournalLatch | null
  /** Last reported state of the engine. */
  control: { readonly state: ControlState; readonly desired: DesiredState }
}

/** Stop according to the journal. */
interface JournalLatch {
  readonly code: string
  readonly refusedCloses: number
  flatten: Flatten
  complete: boolean
  /** Closes sent by the stop, by lifecycle. */
  readonly slices: Map<string, number>
}

export const createJournalBooks = (): JournalBooks => ({
  orders: new Map(),
  byVenueClientId: new Map(),
  seeds: new Set(),
  open: new Set(),
  positions: new Map(),
  lifecycles: new Map(),
  unprotected: new Map(),
  signedCosts: new Map(),
  audited: new Set(),
  differences: new Map(),
  wallet: 0n,
  opened: false,
  refusedCloses: 0,
  latch: null,
  control: { state: 'STOPPED', desired: 'RUNNING' },
})

const ENDED = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])

/** Enters a durable fact. */
export const enterFact = (books: JournalBooks, fact: Fact): void => {
  switch (fact.kind) {
    case 'orderDecided':
      return enterOrder(books, fact.order, { approved: fact.decision.verdict === 'APPROVED', ours: true })
    case 'externalOrderSeen':
      return enterOrder(books, fact.order, { approved: true, ours: false })
    case 'audited':
      books.audited.add(fact.entry.auditId)
      return
    case 'executed':
      return enterExecution(books, fact)
    case 'protectionChanged':
      return enterProtection(books, fact)
    case 'fundingPaid':
      books.wallet += fact.funding.amount
      return
    case 'booksOpened':
      books.wallet = fact.balance
      books.opened = true
      return
    case 'walletAdjusted':
      books.wallet += fact.difference
      return
    case 'differenceFound':
      books.differences.set(fact.difference.key, fact.difference.symbol)
      return
    case 'differenceGone':
      books.differences.delete(fact.key)
      return
    case 'latchEngaged':
    case 'stopRepeated':
    case 'stopCompleted':
    case 'latchReleased':
    case 'controlChanged':
      return enterControl(books, fact)
    default:
      return enterOrderChange(books, fact)
  }
}

type ControlChange = Extract<
  Fact,
  { kind: 'latchEngaged' | 'stopRepeated' | 'stopCompleted' | 'latchReleased' | 'controlChanged' }
>

const enterControl = (books: JournalBooks, fact: ControlChange): void => {
  const { latch } = books
  if (fact.kind === 'controlChanged') books.control = { state: fact.state, desired: fact.desired }
  if (fact.kind === 'latchReleased') books.latch = null
  if (fact.kind === 'stopCompleted' && latch) latch.complete = true
  if (fact.kind === 'stopRepeated' && latch) Object.assign(latch, { flatten: fact.flatten, complete: false })
  if (fact.kind !== 'latchEngaged' || latch) return
  const { code, flatten } = fact.stop
  books.latch = { code, refusedCloses: books.refusedCloses, flatten, complete: false, slices: new Map() }
}

const enterProtection = (
  { unprotected }: JournalBooks,
  { positionId, protection }: Extract<Fact, { kind: 'protectionChanged' }>,
): void => {
  if (protection.unprotectedSinceMs === null) unprotected.delete(positionId)
  else unprotected.set(positionId, protection.unprotectedSinceMs)
}

const enterOrderChange = (books: JournalBooks, fact: Fact): void => {
  const order = 'orderId' in fact ? books.orders.get(fact.orderId) : undefined
  if (!order) return
  switch (fact.kind) {
    case 'orderReported':
      order.uncertain = false
      if (ENDED.has(fact.report.status)) end(books, order, fact.report.status === 'FILLED')
      return
    case 'orderUncertain':
      order.uncertain = true
      return
    case 'orderResent':
      order.resentTimes++
      return
    case 'orderProvenAbsent':
      order.provenAbsent = true
      return end(books, order, false)
    case 'orderRejected':
      if (order.purpose === 'CLOSE') books.refusedCloses++
      return end(books, order, false)
    case 'orderAbandoned':
    case 'orderVanished':
      return end(books, order, false)
    default:
      return
  }
}

/** Ends an order. A final report may precede its fills: the order counts until they are booked. */
const end = (books: JournalBooks, order: JournalOrder, filled: boolean): void => {
  order.uncertain = false
  if (filled && order.filled < order.terms.quantity) return
  order.over = true
  books.open.delete(order)
}

/** Returns the part of a client order ID that is unique to an order of the platform. */
export const readSeed = (venueClientId: string): string => venueClientId.slice(-26)

const countSlice = ({ latch }: JournalBooks, positionId: string | null): void => {
  if (positionId !== null) latch?.slices.set(positionId, (latch.slices.get(positionId) ?? 0) + 1)
}

interface Entering {
  readonly approved: boolean
  readonly ours: boolean
}

const enterOrder = (
  books: JournalBooks,
  {
    orderId,
    venueClientId,
    terms,
    purpose,
    auditId,
    positionId,
    filled,
  }: Extract<Fact, { kind: 'orderDecided' }>['order'],
  { approved, ours }: Entering,
): void => {
  const shared = { orderId, venueClientId, terms, purpose, auditId, positionId, approved, ours }
  const order: JournalOrder = {
    ...shared,
    resentTimes: 0,
    uncertain: false,
    provenAbsent: false,
    over: !approved,
    filled,
  }
  books.orders.set(orderId, order)
  if (purpose === 'FLATTEN') countSlice(books, positionId)
  if (ours) books.seeds.add(readSeed(venueClientId))
  if (approved) books.byVenueClientId.set(venueClientId, order)
  if (approved) books.open.add(order)
}

const enterExecution = (books: JournalBooks, { fills }: Extract<Fact, { kind: 'executed' }>): void => {
  for (const { symbol, side, quantity, orderId, fee, realizedPnl, value, positionId } of fills) {
    const sign = sideSign(side)
    books.positions.set(symbol, (books.positions.get(symbol) ?? 0) + sign * quantity)
    books.signedCosts.set(symbol, (books.signedCosts.get(symbol) ?? 0n) + BigInt(sign) * value + realizedPnl)
    books.lifecycles.set(symbol, positionId)
    books.wallet += realizedPnl - fee
    const order = orderId === null ? undefined : books.orders.get(orderId)
    if (!order) continue
    order.filled += quantity
    if (order.purpose === 'CLOSE') books.refusedCloses = 0
    order.uncertain = false
    if (order.filled >= order.terms.quantity) end(books, order, true)
  }
}
