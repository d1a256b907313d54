import type { Random } from '../../core/random.ts'
import type { AccountSnapshot } from '../../domain/order/venue-report.ts'
import type { Clock, ExecutionVenue } from '../../engine/ports.ts'
import type { CancelOutcome, Rejection, SubmitOutcome, VenueEvent } from '../../engine/venue.ts'
import type { WireStore } from '../ports.ts'
import { isErrorCode, Refused, refusedWith } from '../wire/errors.ts'
import { type AccountBook, isOver, openOrders, type WireOrder } from './account-book.ts'
import { termsOf, type WireOrderTerms } from './order-terms.ts'
import type { WireRecord } from './wire-record.ts'

/** Where requests wait for what the exchange answers. */
export interface OrderDesk {
  readonly account: ExecutionVenue
  readonly book: AccountBook
  readonly store: WireStore
  readonly clock: Clock
  readonly random: Random
  /** Sent and not answered, by key. */
  readonly submitted: Map<string, { readonly record: WireRecord; readonly settle: (outcome: SubmitOutcome) => void }>
  readonly cancelled: Map<string, ((outcome: CancelOutcome) => void)[]>
  readonly reads: Map<number, (snapshot: AccountSnapshot | null) => void>
  /** Who waits for an order to be over. */
  readonly ends: Map<string, () => void>
  readonly openedAtMs: number
  /** Something was not told: the book has to be read anew. */
  missed: boolean
  counter: number
  nextAlgo: bigint
}

/** The first id of the Algo Service: another space than that of orders. */
const FIRST_ALGO = 1_000_000_000_000_001n

export const createOrderDesk = (
  parts: Pick<OrderDesk, 'account' | 'book' | 'store' | 'clock' | 'random'>,
): OrderDesk => {
  const used = [...parts.book.keyOfAlgo.keys()].map(BigInt)
  return {
    ...parts,
    submitted: new Map(),
    cancelled: new Map(),
    reads: new Map(),
    ends: new Map(),
    openedAtMs: parts.clock(),
    missed: false,
    counter: 0,
    nextAlgo: used.reduce((next, id) => (id >= next ? id + 1n : next), FIRST_ALGO),
  }
}

/** An order to be sent in. */
export interface Wish {
  readonly terms: WireOrderTerms
  readonly clientId: string | undefined
  readonly isAlgo: boolean
}

/** The longest a signed request may be valid; the wire has judged its age already. */
const RECV_WINDOW_MS = 60_000

/** Sends an order in and answers it as it was accepted; what was refused is thrown. */
export const placeOrder = async (desk: OrderDesk, { terms, clientId, isAlgo }: Wish): Promise<WireOrder> => {
  const atMs = desk.clock()
  const record: WireRecord = {
    ...terms,
    key: `w${desk.openedAtMs}x${++desk.counter}`,
    clientId: clientId ?? randomId(desk.random),
    algoId: isAlgo ? String(desk.nextAlgo++) : null,
    createdAtMs: atMs,
  }
  if (isTaken(desk, record)) throw new Refused('-4116')
  desk.store.putRecord(record)
  const submission = {
    venueClientId: record.key,
    terms: termsOf(terms),
    signedAtMs: atMs,
    recvWindowMs: RECV_WINDOW_MS,
  }
  const outcome = await new Promise<SubmitOutcome>((settle) => {
    desk.submitted.set(record.key, { record, settle })
    desk.account.send({ kind: 'submit', submission })
  })
  if (outcome.kind === 'unknown') throw unknown(outcome.reason)
  const order = desk.book.orders.get(record.key)
  if (outcome.kind === 'rejected' || !order) {
    desk.store.removeRecord(record.key)
    throw refusalOf(outcome.kind === 'rejected' ? outcome.rejection : undefined, record)
  }
  return order
}

const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'
const ID_LENGTH = 22

const randomId = (random: Random): string =>
  Array.from({ length: ID_LENGTH }, () => ID_LETTERS[Math.floor(random() * ID_LETTERS.length)]).join('')

/** Names are taken by what is open or on its way; orders and conditional orders do not share theirs. */
const isTaken = ({ book, submitted }: OrderDesk, { clientId, algoId }: WireRecord): boolean =>
  [...openOrders(book), ...submitted.values()].some(
    ({ record }) => record.clientId === clientId && (record.algoId === null) === (algoId === null),
  )

const refusalOf = (rejection: Rejection | undefined, { closePosition }: WireRecord): Refused => {
  if (!rejection) return new Refused('-5022')
  const { code, message } = rejection
  if (closePosition && code === '-2022') return new Refused('-4509')
  return isErrorCode(code) ? refusedWith(code, message) : refusedWith('-1000', message)
}

const unknown = (_reason: string): Refused =>
  refusedWith('-1000', 'Unknown error, please check your request or try again later.')

/** Takes an order out; one that is not open is refused. */
export const cancelOrder = async (desk: OrderDesk, order: WireOrder): Promise<WireOrder> => {
  if (isOver(order)) throw new Refused('-2011')
  const { key, symbol } = order.record
  const outcome = await new Promise<CancelOutcome>((settle) => {
    desk.cancelled.set(key, [...(desk.cancelled.get(key) ?? []), settle])
    desk.account.send({ kind: 'cancel', symbol, venueClientId: key })
  })
  if (outcome.kind === 'unknown') throw unknown(outcome.reason)
  if (outcome.kind === 'notOpen') throw new Refused('-2011')
  return order
}

/** The account as it is committed now. */
export const readAccount = async (desk: OrderDesk): Promise<AccountSnapshot> => {
  const queryId = ++desk.counter
  const snapshot = await new Promise<AccountSnapshot | null>((settle) => {
    desk.reads.set(queryId, settle)
    desk.account.send({ kind: 'readAccount', sinceMs: Number.MAX_SAFE_INTEGER, queryId })
  })
  if (!snapshot) throw unknown('down')
  return snapshot
}

/** Waits until an order is over, but not for ever: what takes longer is told as it is. */
export const untilOver = async (desk: OrderDesk, order: WireOrder, waitMs: number): Promise<void> => {
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

/** Gives whoever waits the answer that an event is. */
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
