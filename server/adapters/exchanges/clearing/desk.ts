import { assertNever } from '../../../core/assert.ts'
import type { BoundedQueue } from '../../../core/bounded-queue.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { Instant } from '../../../core/instant.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import type { AccountSnapshot } from '../../../domain/order/venue-report.ts'
import type { VenueSink } from '../../../engine/model/ports.ts'
import type { QueryOutcome, VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import { type Clearing, createTurn, type Turn } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { toVenuePosition } from './margin.ts'
import { toStoredAccount } from './open-clearing.ts'
import { cancel, submit } from './orders.ts'
import { answerNothing, type Outbox } from './outbox.ts'
import { toVenueOrder } from './working-order.ts'

/** Parts of the exchange besides the account: request intake, storage and subscribers. */
export interface Desk {
  readonly clearing: Clearing
  readonly store: ClearingStore
  readonly schedule: (task: () => void) => void
  readonly retry: (task: () => void) => void
  readonly onDown: (detail: string) => void
  readonly onUp: () => void
  readonly requests: BoundedQueue<VenueRequest>
  outbox: Outbox
  sink: VenueSink | undefined
  scheduled: boolean
  closed: boolean
  /** Reason the exchange is down: its store accepts nothing, and until it does nothing is executed or published. */
  failure: StoreFailure | undefined
}

/** Maximum pending changes while the exchange is down; beyond it, it cannot continue. */
const HELD_MAX = 50_000

/** Takes a request, or answers it with nothing certain: what is answered so is never carried out. */
export const takeRequest = (desk: Desk, request: VenueRequest): void => {
  if (desk.failure) desk.outbox.push(answerNothing(request, IS_DOWN))
  else if (!desk.requests.offer(request)) desk.outbox.push(answerNothing(request, 'the exchange is overloaded'))
  wake(desk)
}

const IS_DOWN = 'the exchange is down'

/** Has a turn taken soon. */
export const wake = (desk: Desk): void => {
  if (desk.scheduled || desk.closed) return
  desk.scheduled = true
  desk.schedule(() => takeTurn(desk))
}

const takeTurn = (desk: Desk): void => {
  desk.scheduled = false
  if (desk.closed) return
  if (desk.failure) keepWithinBounds(desk, desk.failure)
  else answerRequests(desk)
  if (!desk.sink) return
  desk.outbox.drain(desk.sink)
  if (!desk.outbox.isEmpty) wake(desk)
}

const answerRequests = (desk: Desk): void => {
  const reads = carryOut(desk)
  const committed = commit(desk)
  for (const read of reads) {
    desk.outbox.push(committed ? answerRead(desk.clearing, desk.store, read) : answerNothing(read, IS_DOWN))
  }
}

/** Executes the requests and returns the reads, answered after the commit so that they return committed data only. */
const carryOut = ({ requests, clearing, store }: Desk): ReadRequest[] => {
  const isKnown = (id: string): boolean =>
    clearing.open.has(id) || clearing.turn.orders.has(id) || store.findOrder(id) !== undefined
  const reads: ReadRequest[] = []
  for (let request = requests.take(); request; request = requests.take()) {
    if (request.kind === 'submit') submit(clearing, request.submission, isKnown)
    else if (request.kind === 'cancel') cancel(clearing, request.symbol, request.venueClientId)
    else reads.push(request)
  }
  return reads
}

/**
 * Writes the changes, then allows their publication. While writing fails the exchange is down and retries; any other
 * fault of the store closes the exchange and throws.
 */
export const commit = (desk: Desk): boolean => {
  desk.closed = true
  const committed = commitTurn(desk.clearing, desk.store)
  desk.closed = false
  if (!committed.ok) {
    goDown(desk, committed.error)
    return false
  }
  if (desk.failure) comeUp(desk)
  publish(desk, committed.value)
  return true
}

const goDown = (desk: Desk, failure: StoreFailure): void => {
  if (!desk.failure) {
    desk.outbox.cut()
    desk.onDown(failure.message)
  }
  desk.failure = failure
  desk.retry(() => tryAgain(desk))
}

const tryAgain = (desk: Desk): void => {
  if (!desk.closed && commit(desk)) wake(desk)
}

const comeUp = (desk: Desk): void => {
  desk.failure = undefined
  desk.outbox.mend()
  desk.onUp()
}

const publish = ({ clearing, outbox }: Desk, { events, moved }: Turn): void => {
  for (const event of events) outbox.push(event)
  for (const symbol of moved) {
    const book = clearing.books.get(symbol)
    if (book) outbox.push({ kind: 'position', position: toVenuePosition(clearing, book) })
  }
}

const keepWithinBounds = (desk: Desk, failure: StoreFailure): void => {
  if (desk.clearing.turn.events.length <= HELD_MAX) return
  desk.closed = true
  throw failure
}

/**
 * Writes the result of the turn and begins the next; while the store cannot be written, the turn continues with
 * everything pending.
 */
const commitTurn = (clearing: Clearing, store: ClearingStore): Result<Turn, StoreFailure> => {
  const { turn } = clearing
  if (hasChanges(turn)) {
    const failure = write(clearing, store)
    if (failure) return err(failure)
  }
  clearing.turn = createTurn()
  return ok(turn)
}

const hasChanges = ({ orders, fills, funding, accountChanged }: Turn): boolean =>
  accountChanged || orders.size + fills.length + funding.length > 0

const write = (clearing: Clearing, store: ClearingStore): StoreFailure | undefined => {
  const { orders, fills, funding } = clearing.turn
  try {
    store.commit({ account: toStoredAccount(clearing), orders: [...orders.values()], fills, funding })
    return undefined
  } catch (error) {
    if (error instanceof StoreFailure) return error
    throw error
  }
}

/** A request that changes nothing. */
type ReadRequest = Extract<VenueRequest, { kind: 'queryOrder' | 'readAccount' | 'readTime' }>

/** Answers from what is committed; to be called when nothing is left to commit. */
const answerRead = (clearing: Clearing, store: ClearingStore, request: ReadRequest): VenueEvent => {
  const { queryId } = request
  switch (request.kind) {
    case 'readTime':
      return { kind: 'timeRead', queryId, serverTimeMs: clearing.clock() }
    case 'readAccount':
      return { kind: 'accountRead', queryId, snapshot: snapshotSince(clearing, store, request.sinceMs) }
    case 'queryOrder': {
      const { symbol, venueClientId } = request
      return { kind: 'orderQueried', venueClientId, queryId, outcome: queryOrder(store, symbol, venueClientId) }
    }
    default:
      return assertNever(request)
  }
}

const snapshotSince = (clearing: Clearing, store: ClearingStore, sinceMs: Instant): AccountSnapshot => ({
  walletBalance: clearing.walletBalance,
  positions: [...clearing.books.values()]
    .filter(({ quantity }) => quantity !== 0)
    .map((book) => toVenuePosition(clearing, book)),
  openOrders: [...clearing.open.values()].map(toVenueOrder),
  fills: store.fillsSince(sinceMs),
  funding: store.fundingSince(sinceMs),
  takenAtMs: clearing.clock(),
})

const queryOrder = (store: ClearingStore, symbol: string, venueClientId: string): QueryOutcome => {
  const order = store.findOrder(venueClientId)
  if (!order || order.vanished || order.terms.symbol !== symbol) return { kind: 'notFound' }
  return { kind: 'found', order: toVenueOrder(order), fills: store.readFills(venueClientId) }
}
