/**
 * Reconciles the ledger with the exchange: reads the account periodically, adopts what the ledger lacks, and records
 * differences.
 */

import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { exploratoryLabel, isProtective, type Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import { parseEpoch } from '../../domain/order/venue-client-id.ts'
import type { AccountSnapshot, VenueOrder, VenuePosition } from '../../domain/order/venue-report.ts'
import { closingSide, directionSign, type Fill, type Position, signedQuantity } from '../../domain/position/position.ts'
import { haltUntilCleared } from '../control/engage-stop.ts'
import { type Difference, isUnwatched } from '../model/facts.ts'
import { workingOrders } from '../state/ledger.ts'
import type { PendingQuery } from '../state/session.ts'
import { mint, record, requestVenue, type Turn } from '../state/turn.ts'
import { requestCancel } from './cancel-order.ts'
import { asExecution, onExecution, onFunding } from './execution.ts'
import { watchNow } from './guards.ts'
import { noteObserved } from './order-watch.ts'
import { isAwaitingSend, markOutcomeUnknown, noteSent, onReport, orderNamed } from './reports.ts'
import { noteUnwatched, unwatchedIn } from './unwatched-holdings.ts'

/**
 * Requests a reading of the account (orders, positions, executions, wallet) when it is due. Some venues answer a
 * reading with many successive requests: when repeated, the reading in progress continues.
 */
export const requestAccount = (turn: Turn): void => {
  const { reconciliation } = turn.session
  if (reconciliation.dueAtMs > turn.atMs) return
  reconciliation.pending ??= { queryId: ++turn.session.queries, atMs: turn.atMs }
  reconciliation.dueAtMs = turn.atMs + ANSWER_WITHIN_MS
  const { openedAtMs, bookedToMs } = turn.ledger
  const sinceMs = openedAtMs === null ? turn.atMs - OVERLAP_MS : Math.max(openedAtMs, bookedToMs - OVERLAP_MS)
  const { queryId } = reconciliation.pending
  requestVenue(turn, { kind: 'readAccount', sinceMs, queryId, urgent: reconciliation.doneAtMs === null })
}

/** Time after which an unanswered query may have been lost and is sent again. */
const ANSWER_WITHIN_MS = 10_000
const RETRY_AFTER_MS = 2_000
/** Interval between readings while the ledger and the exchange differ. */
const RECHECK_MS = 5_000
/** Delay after a booking during a request, whose response may be older than the ledger. */
const AGAIN_AFTER_MS = 250
/** Executions are requested from this long before the newest booked one. */
const OVERLAP_MS = 10 * 60_000
/** Tolerance for entry prices, one part in this number, because an exchange rounds its average. */
const ENTRY_TOLERANCE = 10_000n
/** Tolerance for wallet balances, because an exchange rounds each fee. */
const WALLET_TOLERANCE: Money = 100n

/** Handles a reading of the account. A failed reading is ignored: nothing is compared, and the last reading ages. */
export const onAccountRead = (turn: Turn, queryId: number, snapshot: AccountSnapshot | null): void => {
  const { reconciliation } = turn.session
  const { pending } = reconciliation
  if (pending?.queryId !== queryId) return
  reconciliation.pending = null
  reconciliation.dueAtMs = turn.atMs + (snapshot ? nextDelay(turn, pending) : RETRY_AFTER_MS)
  if (!snapshot) return
  takeOver(turn, snapshot, pending)
  queryMissing(turn, snapshot, pending)
  reconciliation.firstAtMs ??= turn.atMs
  for (const symbol of turn.ledger.positions.keys()) turn.touched.add(symbol)
  if (reconciliation.bookedAtMs >= pending.atMs) {
    reconciliation.dueAtMs = turn.atMs + AGAIN_AFTER_MS
    return
  }
  settleEntries(turn, snapshot, WALLET_TOLERANCE)
  settleDifferences(turn, [...compare(turn, snapshot), ...compareOrders(turn, snapshot, pending)])
  reconciliation.doneAtMs = isLate(turn, pending) ? pending.atMs : turn.atMs
  reconciliation.doneRequestedAtMs = pending.atMs
}

/**
 * Returns the pause before the next reading: short while the stream is lost, and reduced by the duration of a slow
 * reading.
 */
const nextDelay = (turn: Turn, query: PendingQuery): number =>
  turn.session.stream === 'connected' && !isLate(turn, query)
    ? turn.rules.constitution.execution.reconcileEveryMs
    : RECHECK_MS

const isLate = ({ atMs }: Turn, query: PendingQuery): boolean => atMs - query.atMs > ANSWER_WITHIN_MS

/** Adopts the executions, then the orders, that the exchange has and the ledger does not. */
const takeOver = (turn: Turn, snapshot: AccountSnapshot, query: PendingQuery): void => {
  if (turn.ledger.openedAtMs === null) openBooks(turn, snapshot)
  for (const fill of snapshot.fills) onExecution(turn, fill)
  for (const funding of snapshot.funding) onFunding(turn, funding)
  turn.session.venuePositions.clear()
  for (const position of snapshot.positions) turn.session.venuePositions.set(position.symbol, position)
  for (const order of snapshot.openOrders) reconcileOrder(turn, order, query)
}

/** Starts the ledger with the first reading; existing positions of the account are adopted unchanged. */
const openBooks = (turn: Turn, { walletBalance, positions, fills, funding, takenAtMs }: AccountSnapshot): void => {
  const included = [...fills.map(({ execId }) => execId), ...funding.map(({ fundingId }) => fundingId)]
  record(turn, { kind: 'booksOpened', balance: walletBalance, takenAtMs, included, atMs: turn.atMs })
  for (const position of positions) {
    const instrument = turn.market.instruments.get(position.symbol)?.instrument
    if (!instrument || position.quantity === 0) continue
    const oneTick = valueAt(instrument, ticks(1), lots(Math.abs(position.quantity)))
    const price = ticks(Number(divideRounded(position.cost, oneTick)))
    onExecution(turn, asExecution(position, price, takenAtMs))
  }
}

/**
 * Updates one of our orders; an external order is recorded and never touched. If anything was booked during the
 * request, an external order may already have ended; the next reading shows it.
 */
const reconcileOrder = (turn: Turn, venueOrder: VenueOrder, query: PendingQuery): void => {
  const isStale = turn.session.reconciliation.bookedAtMs >= query.atMs
  const known = orderNamed(turn, venueOrder.venueClientId)
  if (known && isOver(known, query))
    return requestVenue(turn, { kind: 'cancel', symbol: venueOrder.symbol, venueClientId: venueOrder.venueClientId })
  if (known) {
    onReport(turn, venueOrder)
    if (!turn.session.watches.has(known.orderId)) watchNow(turn, known.orderId)
    return noteObserved(turn, known.orderId, venueOrder.terms)
  }
  const epoch = parseEpoch(venueOrder.venueClientId) ?? 0
  if (epoch > turn.session.epoch) {
    turn.session.foreignEpoch = epoch
    haltUntilCleared(
      turn,
      'FOREIGN_EPOCH',
      `The exchange holds an order of epoch ${epoch}; this engine is epoch ${turn.session.epoch}.`,
    )
  }
  if (isStale) return
  const order = venueOrder.attached ? attachedOrder(turn, venueOrder) : externalOrder(turn, venueOrder)
  if (order) adoptExternalOrder(turn, order)
}

/**
 * Returns whether the order ended before the request; if it is still listed as open, it is unexpected and is cancelled.
 */
const isOver = ({ status, updatedAtMs }: Order, query: PendingQuery): boolean =>
  isTerminal(status) && updatedAtMs < query.atMs

/** Adopts a protective order, which the guardian maintains like its own stops from now on. */
const adoptExternalOrder = (turn: Turn, order: Order): void => {
  record(turn, { kind: 'externalOrderSeen', order, atMs: turn.atMs })
  if (!isProtective(order)) return
  watchNow(turn, order.orderId)
  noteObserved(turn, order.orderId, order.terms)
}

/** Queries working orders that the exchange does not list, before drawing any conclusion. */
const queryMissing = (turn: Turn, snapshot: AccountSnapshot, query: PendingQuery): void => {
  const listed = new Set(snapshot.openOrders.map(({ venueClientId }) => venueClientId))
  for (const { orderId, venueClientId, updatedAtMs } of workingOrders(turn.ledger)) {
    if (!listed.has(venueClientId) && updatedAtMs < query.atMs) watchNow(turn, orderId)
  }
}

type ObservedDifference = Omit<Difference, 'firstSeenAtMs'>

const compare = (turn: Turn, snapshot: AccountSnapshot): ObservedDifference[] => {
  const theirs = new Map(snapshot.positions.map((position) => [position.symbol, position]))
  const unwatched = new Map(snapshot.unwatched?.map((held) => [held.symbol, held]))
  const symbols = new Set([...theirs.keys(), ...turn.ledger.positions.keys()])
  const watched = [...symbols].filter((symbol) => !unwatched.has(symbol))
  const observed = [
    ...watched.flatMap((symbol) => comparePosition(turn, symbol, theirs.get(symbol))),
    ...[...unwatched.values()].map((held) => unwatchedIn(turn, held)),
  ]
  const { walletBalance } = turn.ledger.account
  const off = snapshot.walletBalance - walletBalance
  if (off > WALLET_TOLERANCE || off < -WALLET_TOLERANCE) {
    const values = { ours: String(walletBalance), theirs: String(snapshot.walletBalance) }
    observed.push({ key: 'BALANCE_DRIFT', kind: 'BALANCE_DRIFT', symbol: null, ...values })
  }
  return observed
}

/** Returns our orders that ended in the ledger and are open at the exchange. */
const compareOrders = (turn: Turn, { openOrders }: AccountSnapshot, query: PendingQuery): ObservedDifference[] =>
  openOrders.flatMap(({ venueClientId, symbol, status }) => {
    const known = orderNamed(turn, venueClientId)
    if (!known || !isOver(known, query)) return []
    return [
      { key: `UNKNOWN_ORDER ${known.orderId}`, kind: 'UNKNOWN_ORDER', symbol, ours: known.status, theirs: status },
    ]
  })

const comparePosition = ({ ledger }: Turn, symbol: string, theirs: VenuePosition | undefined): ObservedDifference[] => {
  const position = ledger.positions.get(symbol)
  const [ourQuantity, theirQuantity] = [signedQuantity(position), theirs?.quantity ?? 0]
  if (ourQuantity !== theirQuantity) {
    const values = { ours: String(ourQuantity), theirs: String(theirQuantity) }
    return [{ key: `QTY_MISMATCH ${symbol}`, kind: 'QTY_MISMATCH', symbol, ...values }]
  }
  if (!position || !theirs) return []
  const off = position.cost > theirs.cost ? position.cost - theirs.cost : theirs.cost - position.cost
  if (off * ENTRY_TOLERANCE <= theirs.cost) return []
  const values = { ours: String(position.cost), theirs: String(theirs.cost) }
  return [{ key: `ENTRY_PRICE_DRIFT ${symbol}`, kind: 'ENTRY_PRICE_DRIFT', symbol, ...values }]
}

/** Records new differences and removes resolved ones; a persistent difference in quantity stops the engine. */
const settleDifferences = (turn: Turn, observed: readonly ObservedDifference[]): void => {
  const { differences } = turn.ledger
  const keys = new Set(observed.map(({ key }) => key))
  for (const { key } of [...differences.values()]) {
    if (!keys.has(key)) record(turn, { kind: 'differenceGone', key, atMs: turn.atMs })
  }
  for (const difference of observed) {
    const known = differences.get(difference.key)
    if (isUnwatched(difference)) noteUnwatched(turn, difference, known)
    else if (known) haltWhenOld(turn, { ...difference, firstSeenAtMs: known.firstSeenAtMs })
    else {
      record(turn, {
        kind: 'differenceFound',
        difference: { ...difference, firstSeenAtMs: turn.atMs },
        atMs: turn.atMs,
      })
      turn.session.reconciliation.dueAtMs = turn.atMs + RETRY_AFTER_MS
    }
  }
}

const haltWhenOld = (turn: Turn, { kind, symbol, ours, theirs, firstSeenAtMs, key }: Difference): void => {
  const old = turn.atMs - firstSeenAtMs > turn.rules.constitution.execution.mismatchHaltMs
  turn.session.reconciliation.dueAtMs = Math.min(turn.session.reconciliation.dueAtMs, turn.atMs + RECHECK_MS)
  if (!old) return
  if (kind === 'QTY_MISMATCH') {
    haltUntilCleared(turn, 'QTY_MISMATCH', `${symbol}: the ledger has ${ours} lots, the exchange ${theirs}.`)
  }
  if (kind === 'BALANCE_DRIFT') adoptBalance(turn, { balance: BigInt(theirs), key })
}

/** Books a persistent balance difference that no trade explains as an external deposit or withdrawal. */
const adoptBalance = (turn: Turn, { balance, key }: { readonly balance: Money; readonly key: string }): void => {
  const difference = balance - turn.ledger.account.walletBalance
  record(turn, { kind: 'walletAdjusted', difference, atMs: turn.atMs })
  record(turn, { kind: 'differenceGone', key, atMs: turn.atMs })
}

/**
 * Adopts an order that the exchange created to protect one of our positions; the guardian cancels it once our own stop
 * is verified. Undefined without a position that it could close.
 */
const attachedOrder = (turn: Turn, venueOrder: VenueOrder): Order | undefined => {
  const position = turn.ledger.positions.get(venueOrder.symbol)
  if (!position || closingSide(position) !== venueOrder.terms.side) return undefined
  const purpose = venueOrder.terms.type === 'TAKE_PROFIT_MARKET' ? 'TAKE_PROFIT' : 'STOP_LOSS'
  return { ...externalOrder(turn, venueOrder), purpose, origin: 'GUARDIAN', positionId: position.positionId }
}

/** Records an external order: it is displayed and counted as exposure, but never touched. */
const externalOrder = (turn: Turn, venueOrder: VenueOrder): Order => ({
  orderId: mint(turn, 'ord'),
  venueClientId: venueOrder.venueClientId,
  clientOrderId: null,
  terms: venueOrder.terms,
  plan: null,
  purpose: 'EXTERNAL',
  origin: 'EXTERNAL',
  mode: turn.rules.mode,
  positionId: null,
  status: venueOrder.status,
  statusReason: venueOrder.reason,
  exchangeOrderId: venueOrder.exchangeOrderId,
  filled: lots(venueOrder.filled),
  filledTickLots: 0n,
  feesPaid: 0n,
  dispatch: { state: 'ACKED', attempts: 0, signedAtMs: null, provenDeadAtMs: null },
  reportSequence: venueOrder.sequence,
  decisionId: mint(turn, 'dec'),
  auditId: mint(turn, 'aud'),
  createdAtMs: turn.atMs,
  updatedAtMs: turn.atMs,
  version: 1,
})

/** Delay of the first reading while the account stream connects, after which the account is read in any case. */
const STREAM_AWAITED_MS = 500

/**
 * Starts a run. Nothing is assumed after a restart: orders in flight become uncertain, and all open orders are queried.
 */
export const beginRun = (turn: Turn): void => {
  const { session, atMs } = turn
  session.reconciliation.beganAtMs = atMs
  if (session.stream !== 'connected') session.reconciliation.dueAtMs = atMs + STREAM_AWAITED_MS
  for (const order of workingOrders(turn.ledger)) {
    if (isAwaitingSend(turn, order)) noteSent(turn, order)
    if (order.status === 'PENDING_NEW') markOutcomeUnknown(turn, order, 'RESTART')
    else if (order.status === 'PENDING_CANCEL') requestCancel(turn, order)
    else if (!isTerminal(order.status)) watchNow(turn, order.orderId)
  }
}

/** A position whose cost differs at the exchange, and the additional result realised by the exchange. */
interface Shift {
  readonly position: Position
  readonly realized: Money
}

/**
 * Adopts the exchange's entry costs when they explain the wallet difference: the realised part of a result depends on
 * the order of executions, which may have been delivered in a different order. Equity is unchanged.
 */
const settleEntries = (turn: Turn, snapshot: AccountSnapshot, tolerance: Money): void => {
  const off = snapshot.walletBalance - turn.ledger.account.walletBalance
  const shifts = findShifts(turn, snapshot)
  const explained = shifts.reduce((sum, { realized }) => sum + realized, 0n)
  const isWithin = (money: Money): boolean => money <= tolerance && money >= -tolerance
  if (explained === 0n || (off !== explained && (isWithin(off) || !isWithin(off - explained)))) return
  for (const shift of shifts) settle(turn, shift, snapshot)
}

/** Returns no shifts while a quantity differs, because executions are missing. */
const findShifts = ({ ledger }: Turn, { positions }: AccountSnapshot): Shift[] => {
  const open = positions.filter(({ quantity }) => quantity !== 0)
  const same = open.every(({ symbol, quantity }) => signedQuantity(ledger.positions.get(symbol)) === quantity)
  if (!same || open.length !== ledger.positions.size) return []
  return open.flatMap(({ symbol, cost }): Shift | Shift[] => {
    const position = ledger.positions.get(symbol)
    if (!position || cost === position.cost) return []
    return { position, realized: BigInt(directionSign(position)) * (cost - position.cost) }
  })
}

/** Records the shift as an execution without quantity, so that the sum of all trades equals the wallet balance. */
const settle = (turn: Turn, { position, realized }: Shift, { takenAtMs }: AccountSnapshot): void => {
  const { symbol, positionId, protection } = position
  const fillId = mint(turn, 'fil')
  const fill: Fill = {
    fillId,
    execId: `settlement.${fillId}`,
    exchangeOrderId: null,
    orderId: null,
    positionId,
    symbol,
    side: closingSide(position),
    price: ticks(0),
    quantity: lots(0),
    value: 0n,
    fee: 0n,
    liquidity: 'TAKER',
    kind: 'SETTLEMENT',
    realizedPnl: realized,
    ...exploratoryLabel(position),
    executedAtMs: takenAtMs,
  }
  record(turn, { kind: 'executed', fills: [fill], plan: protection.plan, late: false, atMs: turn.atMs })
}
