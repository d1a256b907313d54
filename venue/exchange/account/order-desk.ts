/**
 * Requests from the APIs to the local exchange: submits, amends and cancels orders, reads the account, and matches
 * responses to pending requests.
 */

import type { AccountSnapshot } from '../../../server/domain/order/venue-report.ts'
import type { Clock, ExecutionVenue } from '../../../server/engine/model/ports.ts'
import type { CancelOutcome, Rejection, SubmitOutcome, VenueEvent } from '../../../server/engine/model/venue.ts'
import type { AmendOutcome, LocalExchange, OrderChange, WireStore } from '../ports.ts'
import { type AccountBook, isOver, type WireOrder } from './account-book.ts'
import { toExchangeTerms, type WireOrderTerms, type WireRecord } from './wire-record.ts'

/** The account, and the requests without a response so far. */
export interface OrderDesk {
  readonly account: ExecutionVenue
  readonly book: AccountBook
  readonly store: WireStore
  readonly clock: Clock
  /** Submitted orders without a response so far, by key. */
  readonly submitted: Map<string, { readonly record: WireRecord; readonly settle: (outcome: SubmitOutcome) => void }>
  /** Cancel requests without a response so far, by order key; several may be pending for one order. */
  readonly cancelled: Map<string, ((outcome: CancelOutcome) => void)[]>
  /** Account queries without a response so far, by query ID. */
  readonly reads: Map<number, (snapshot: AccountSnapshot | null) => void>
  /** Amendments that are executed and not published yet, by key. */
  readonly amended: Map<string, { readonly change: OrderChange; readonly settle: () => void }>
  /** Callbacks for the end of an order, by key. */
  readonly ends: Map<string, () => void>
  readonly openedAtMs: number
  /** True to treat a post-only order that would have taken liquidity as never placed; false to show it as cancelled. */
  readonly hidesFailedMakers: boolean
  /** True after an event was lost, until the account has been read again. */
  missed: boolean
  counter: number
  nextAlgo: bigint
}

/** First ID of a conditional (algo) order: their IDs are separate from order IDs. */
const FIRST_ALGO = 1_000_000_000_000_001n

type DeskParts = Pick<OrderDesk, 'account' | 'book' | 'store' | 'clock' | 'hidesFailedMakers'>

export const createOrderDesk = (parts: DeskParts): OrderDesk => {
  const used = [...parts.book.keyOfAlgo.keys()].map(BigInt)
  return {
    ...parts,
    submitted: new Map(),
    cancelled: new Map(),
    reads: new Map(),
    amended: new Map(),
    ends: new Map(),
    openedAtMs: parts.clock(),
    missed: false,
    counter: 0,
    nextAlgo: used.reduce((next, id) => (id >= next ? id + 1n : next), FIRST_ALGO),
  }
}

/** Order of a client, to be submitted to the local exchange. */
export interface OrderRequest {
  readonly terms: WireOrderTerms
  /** Empty for none. */
  readonly clientId: string
  readonly isAlgo: boolean
}

/** Outcome of a submitted order. */
export type Sent =
  | { readonly kind: 'accepted'; readonly order: WireOrder }
  /** Post-only order that would have taken liquidity, on an API that treats it as never placed. */
  | { readonly kind: 'neverWas' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** The exchange is down, and the outcome is unknown. */
  | { readonly kind: 'unknown' }

/** Maximum validity of a signed request; the age of the client's request has already been checked. */
const RECV_WINDOW_MS = 60_000

/** Submits an order; the request is on disk before the exchange receives it. */
export const sendOrder = async (desk: OrderDesk, { terms, clientId, isAlgo }: OrderRequest): Promise<Sent> => {
  const atMs = desk.clock()
  const record: WireRecord = {
    ...terms,
    key: `w${desk.openedAtMs}x${++desk.counter}`,
    clientId,
    algoId: isAlgo ? String(desk.nextAlgo++) : null,
    createdAtMs: atMs,
  }
  desk.store.putRecord(record)
  const outcome = await new Promise<SubmitOutcome>((settle) => {
    desk.submitted.set(record.key, { record, settle })
    const submission = { venueClientId: record.key, terms: toExchangeTerms(terms), signedAtMs: atMs }
    desk.account.send({ kind: 'submit', submission: { ...submission, recvWindowMs: RECV_WINDOW_MS } })
  })
  if (outcome.kind === 'unknown') return { kind: 'unknown' }
  const order = desk.book.orders.get(record.key)
  if (outcome.kind === 'accepted' && order) return { kind: 'accepted', order }
  desk.store.removeRecord(record.key)
  return outcome.kind === 'rejected' ? { kind: 'rejected', rejection: outcome.rejection } : { kind: 'neverWas' }
}

/** Cancels an order at the exchange; sends no request if the order has ended. */
export const sendCancel = (desk: OrderDesk, order: WireOrder): Promise<CancelOutcome> => {
  if (isOver(order)) return Promise.resolve({ kind: 'notOpen' })
  const { key, symbol } = order.record
  return new Promise<CancelOutcome>((settle) => {
    desk.cancelled.set(key, [...(desk.cancelled.get(key) ?? []), settle])
    desk.account.send({ kind: 'cancel', symbol, venueClientId: key })
  })
}

/** Amends an open order; the change is published by the time this resolves. */
export const sendAmendment = async (
  desk: OrderDesk,
  { amend }: Pick<LocalExchange, 'amend'>,
  { record: { key } }: WireOrder,
  change: OrderChange,
): Promise<AmendOutcome> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const outcome = amend(key, change)
  if (outcome.kind !== 'amended' && outcome.kind !== 'canceled') return outcome
  const before = desk.amended.get(key)
  const settle = (): void => {
    before?.settle()
    resolve()
  }
  desk.amended.set(key, { change, settle })
  await promise
  return outcome
}

/** The exchange is down, and the outcome is unknown. */
export class ExchangeDown extends Error {
  override readonly name = 'ExchangeDown'
}

/** Returns the account as committed now; throws `ExchangeDown` when it cannot be read. */
export const readAccount = async (desk: OrderDesk): Promise<AccountSnapshot> => {
  const queryId = ++desk.counter
  const snapshot = await new Promise<AccountSnapshot | null>((settle) => {
    desk.reads.set(queryId, settle)
    desk.account.send({ kind: 'readAccount', sinceMs: Number.MAX_SAFE_INTEGER, queryId })
  })
  if (!snapshot) throw new ExchangeDown('the account cannot be read')
  return snapshot
}

/** Waits up to `waitMs` for an order to end; after that, it is reported in its current state. */
export const untilEnded = async (desk: OrderDesk, order: WireOrder, waitMs: number): Promise<void> => {
  if (isOver(order)) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    desk.ends.set(order.record.key, () => {
      clearTimeout(timer)
      resolve()
    })
  })
  desk.ends.delete(order.record.key)
}

/** Settles the pending request that an event answers. */
export const settleAnswer = (desk: OrderDesk, event: VenueEvent): void => {
  if (event.kind === 'submitAnswered') {
    const waiting = desk.submitted.get(event.venueClientId)
    desk.submitted.delete(event.venueClientId)
    waiting?.settle(event.outcome)
  } else if (event.kind === 'cancelAnswered') {
    const [settle, ...others] = desk.cancelled.get(event.venueClientId) ?? []
    if (others.length > 0) desk.cancelled.set(event.venueClientId, others)
    else desk.cancelled.delete(event.venueClientId)
    settle?.(event.outcome)
  } else if (event.kind === 'accountRead') {
    if (event.snapshot) desk.book.wallet = event.snapshot.walletBalance
    desk.reads.get(event.queryId)?.(event.snapshot)
    desk.reads.delete(event.queryId)
  }
}
