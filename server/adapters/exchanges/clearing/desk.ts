/**
 * Runtime of the built-in exchange: queues requests, executes them in turns, commits their changes, then publishes
 * their events.
 */

import { assertNever } from '../../../core/assert.ts'
import type { BoundedQueue } from '../../../core/bounded-queue.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { AccountSnapshot } from '../../../domain/order/venue-report.ts'
import type { VenueSink } from '../../../engine/model/ports.ts'
import type { QueryOutcome, VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import { type Clearing, createTurn, type Turn } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { toVenuePosition } from './margin.ts'
import { toStoredAccount } from './open-clearing.ts'
import { cancel, submit } from './orders.ts'
import { answerUnknown, type Outbox } from './outbox.ts'
import { toVenueOrder } from './working-order.ts'

/** Runtime of the exchange around its account: request queue, storage and subscribers. */
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
  /** Settles when the changes being written are durable or have failed. */
  committing: PromiseLike<void> | undefined
  /** Reason the exchange is down: its store fails to write. Until that succeeds nothing is executed or published. */
  failure: StoreFailure | undefined
}

/** Maximum pending changes while the exchange is down; beyond it, it cannot continue. */
const HELD_MAX = 50_000

/**
 * Queues a request. While the exchange is down or overloaded, it is answered with an unknown outcome and never
 * executed.
 */
export const acceptRequest = (desk: Desk, request: VenueRequest): void => {
  if (desk.failure) desk.outbox.push(answerUnknown(request, IS_DOWN))
  else if (!desk.requests.offer(request)) desk.outbox.push(answerUnknown(request, 'the exchange is overloaded'))
  wake(desk)
}

const IS_DOWN = 'the exchange is down'

/** Schedules a turn, unless one is scheduled already. */
export const wake = (desk: Desk): void => {
  if (desk.scheduled || desk.closed) return
  desk.scheduled = true
  desk.schedule(() => takeTurn(desk))
}

const takeTurn = (desk: Desk): void => {
  desk.scheduled = false
  if (desk.closed) return
  if (desk.failure) keepWithinBounds(desk, desk.failure)
  else if (!desk.committing) answerRequests(desk)
  if (!desk.sink) return
  desk.outbox.drain(desk.sink)
  if (!desk.outbox.isEmpty) wake(desk)
}

const answerRequests = (desk: Desk): void => {
  if (desk.requests.size === 0 && isEmpty(desk.clearing.turn)) return
  const reads = executeRequests(desk).map((read) => ({ read, answer: prepareAnswer(desk, read) }))
  commit(desk, (isCommitted) => {
    for (const { read, answer } of reads) desk.outbox.push(isCommitted ? answer() : answerUnknown(read, IS_DOWN))
  })
}

/** Executes the requests and returns the reads, answered after the commit so that they return only committed data. */
const executeRequests = ({ requests, clearing, store }: Desk): ReadRequest[] => {
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
 * Writes the changes of the turn, then publishes its events and calls `onSettled`. Requests wait meanwhile, and market
 * events belong to the next turn. While writes fail, the exchange is down and retries; any other fault of the store
 * closes the exchange and throws.
 */
const commit = (desk: Desk, onSettled: (isCommitted: boolean) => void = () => {}): void => {
  const { clearing } = desk
  const { turn } = clearing
  const published = toEvents(clearing, turn)
  const settle = (failure?: StoreFailure): void => {
    desk.committing = undefined
    if (failure) {
      clearing.turn = joinTurns(turn, clearing.turn)
      markDown(desk, failure)
    } else {
      if (desk.failure) reportRecovery(desk)
      for (const event of published) desk.outbox.push(event)
    }
    onSettled(!failure)
  }
  const fail = (error: unknown): void => {
    if (error instanceof StoreFailure) return settle(error)
    desk.closed = true
    throw error
  }
  clearing.turn = createTurn()
  if (!hasChanges(turn)) return settle()
  try {
    const writing = write(desk, turn)
    if (!writing) return settle()
    desk.committing = writing
      .then(() => settle(), fail)
      .then(
        () => wake(desk),
        (error) => desk.schedule(() => rethrow(error)),
      )
  } catch (error) {
    fail(error)
  }
}

const rethrow = (error: unknown): never => {
  throw error
}

/** Closes the exchange: commits the remaining changes after those being committed, and publishes nothing more. */
export const closeDesk = (desk: Desk): void | PromiseLike<void> => {
  if (desk.closed) return
  desk.closed = true
  const finish = (): void | PromiseLike<void> => {
    commit(desk)
    return desk.committing
  }
  return desk.committing === undefined ? finish() : desk.committing.then(finish)
}

const markDown = (desk: Desk, failure: StoreFailure): void => {
  if (!desk.failure) {
    desk.outbox.cut()
    desk.onDown(failure.message)
    for (let request = desk.requests.take(); request; request = desk.requests.take()) {
      desk.outbox.push(answerUnknown(request, IS_DOWN))
    }
  }
  desk.failure = failure
  desk.retry(() => tryAgain(desk))
}

const tryAgain = (desk: Desk): void => {
  if (!desk.closed) commit(desk, (isCommitted) => isCommitted && wake(desk))
}

const reportRecovery = (desk: Desk): void => {
  desk.failure = undefined
  desk.outbox.mend()
  desk.onUp()
}

/** Returns the events of a turn, followed by the current state of the positions that changed. */
const toEvents = (clearing: Clearing, { events, moved }: Turn): VenueEvent[] => {
  const positions = [...moved].flatMap((symbol): VenueEvent | VenueEvent[] => {
    const book = clearing.books.get(symbol)
    return book ? { kind: 'position', position: toVenuePosition(clearing, book) } : []
  })
  return [...events, ...positions]
}

const keepWithinBounds = (desk: Desk, failure: StoreFailure): void => {
  if (desk.clearing.turn.events.length <= HELD_MAX) return
  desk.closed = true
  throw failure
}

const hasChanges = ({ orders, fills, funding, accountChanged }: Turn): boolean =>
  accountChanged || orders.size + fills.length + funding.length > 0

const isEmpty = (turn: Turn): boolean => turn.events.length + turn.moved.size === 0 && !hasChanges(turn)

const joinTurns = (first: Turn, next: Turn): Turn => ({
  events: [...first.events, ...next.events],
  orders: new Map([...first.orders, ...next.orders]),
  fills: [...first.fills, ...next.fills],
  funding: [...first.funding, ...next.funding],
  moved: new Set([...first.moved, ...next.moved]),
  accountChanged: first.accountChanged || next.accountChanged,
})

/** Writes the changes of a turn; market events and requests within the call are ignored. */
const write = (desk: Desk, { orders, fills, funding }: Turn): void | PromiseLike<void> => {
  const { clearing, store, closed } = desk
  desk.closed = true
  try {
    return store.commit({ account: toStoredAccount(clearing), orders: [...orders.values()], fills, funding })
  } finally {
    desk.closed = closed
  }
}

/** A request that changes nothing. */
type ReadRequest = Extract<VenueRequest, { kind: 'queryOrder' | 'readAccount' | 'readTime' }>

/**
 * Returns a function that answers a read once the turn is committed, with the current account and the orders and fills
 * stored at that time. Called when all requests have been executed.
 */
const prepareAnswer = ({ clearing, store }: Desk, request: ReadRequest): (() => VenueEvent) => {
  const { queryId } = request
  const nowMs = clearing.clock()
  switch (request.kind) {
    case 'readTime':
      return () => ({ kind: 'timeRead', queryId, serverTimeMs: nowMs })
    case 'readAccount': {
      const { sinceMs } = request
      const account = readAccount(clearing)
      return () => {
        const snapshot = { ...account, fills: store.fillsSince(sinceMs), funding: store.fundingSince(sinceMs) }
        return { kind: 'accountRead', queryId, snapshot }
      }
    }
    case 'queryOrder': {
      const { symbol, venueClientId } = request
      return () => ({ kind: 'orderQueried', venueClientId, queryId, outcome: queryOrder(store, symbol, venueClientId) })
    }
    default:
      return assertNever(request)
  }
}

const readAccount = (clearing: Clearing): Omit<AccountSnapshot, 'fills' | 'funding'> => ({
  walletBalance: clearing.walletBalance,
  positions: [...clearing.books.values()]
    .filter(({ quantity }) => quantity !== 0)
    .map((book) => toVenuePosition(clearing, book)),
  openOrders: [...clearing.open.values()].map(toVenueOrder),
  takenAtMs: clearing.clock(),
})

const queryOrder = (store: ClearingStore, symbol: string, venueClientId: string): QueryOutcome => {
  const order = store.findOrder(venueClientId)
  if (!order || order.vanished || order.terms.symbol !== symbol) return { kind: 'notFound' }
  return { kind: 'found', order: toVenueOrder(order), fills: order.filled === 0 ? [] : store.readFills(venueClientId) }
}
