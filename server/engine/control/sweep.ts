/**
 * Sweep of an emergency stop: cancels orders that increase risk, closes positions if requested, and verifies the result
 * at the exchange.
 */

import type { Instant } from '../../core/instant.ts'
import { isCancelledBy, isRetained } from '../../domain/control/stop.ts'
import type { Order } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Position } from '../../domain/position/position.ts'
import { audit, byEngine } from '../state/audit.ts'
import type { Latch } from '../state/control-state.ts'
import { type Ledger, workingOrders } from '../state/ledger.ts'
import { mint, record, type Turn } from '../state/turn.ts'
import { withdraw } from '../trading/cancel-order.ts'
import { closingCandidate } from '../trading/close-position.ts'
import { decideOrder } from '../trading/decide-order.ts'

/**
 * Runs while the stop is engaged: cancels everything that could still increase risk, for as long as necessary, and
 * reads the account until two consecutive readings show that nothing is left. Stops and targets of open positions stay
 * in place, maintained by the guardian.
 */
export const sweep = (turn: Turn): void => {
  const { latch } = turn.ledger
  if (!latch) return
  cancelOpenOrders(turn, latch)
  flatten(turn, latch)
  if (!turn.session.sweep.complete) readAgain(turn)
}

/** Interval between the two clean account readings that end the sweep. */
const ROUND_MS = 2_000
const CLEAN_ROUNDS = 2
/** Maximum time the first reading waits for cancels in progress. */
const FIRST_WAIT_MS = 1_000

/** Returns the open orders that the stop must cancel; external orders count until the first sweep is complete. */
export const leftToCancel = (ledger: Ledger): Order[] => {
  const { latch } = ledger
  if (!latch) return []
  const { code, by, completedAtMs } = latch
  const how = { code, byPerson: by.type !== 'ENGINE' && completedAtMs === null }
  return workingOrders(ledger).filter((order) => isCancelledBy(order, ledger.positions.get(order.terms.symbol), how))
}

/** Returns open positions whose full size is not protected by a verified stop. */
export const leftToProtect = ({ positions }: Ledger): string[] =>
  [...positions.values()].flatMap(({ positionId, quantity, protection }) =>
    protection.covered < quantity ? [positionId] : [],
  )

const cancelOpenOrders = (turn: Turn, latch: Latch): void => {
  const cancelling = leftToCancel(turn.ledger)
  const retained = workingOrders(turn.ledger).filter((order) =>
    isRetained(order, turn.ledger.positions.get(order.terms.symbol)),
  )
  const additions = {
    cancelling: cancelling.flatMap(({ orderId }) => (latch.cancelling.has(orderId) ? [] : [orderId])),
    kept: retained.flatMap(({ orderId }) => (latch.retained.has(orderId) ? [] : [orderId])),
  }
  if (additions.cancelling.length + additions.kept.length > 0) {
    record(turn, { kind: 'stopSwept', ...additions, atMs: turn.atMs })
  }
  for (const order of cancelling) withdraw(turn, order, `emergency stop ${latch.stopId}`)
}

/**
 * Requests another reading. Each round consists of one reading requested since the round started, which is evaluated
 * when it arrives.
 */
const readAgain = (turn: Turn): void => {
  const { sweep: round, reconciliation } = turn.session
  const { doneAtMs, doneRequestedAtMs } = reconciliation
  if (round.requestedAtMs === null) requestRound(turn)
  else if ((doneRequestedAtMs ?? 0) >= round.requestedAtMs) judgeRound(turn, round.requestedAtMs)
  else if ((doneAtMs ?? 0) >= round.requestedAtMs) reconciliation.dueAtMs = Math.min(reconciliation.dueAtMs, turn.atMs)
}

const requestRound = (turn: Turn): void => {
  const { sweep: round, reconciliation } = turn.session
  if (round.dueAtMs === 0) round.dueAtMs = turn.atMs + FIRST_WAIT_MS
  const first = round.cleanRounds === 0 && !isBusy(turn)
  if (round.dueAtMs > turn.atMs && !first) return
  round.requestedAtMs = turn.atMs
  reconciliation.dueAtMs = Math.min(reconciliation.dueAtMs, turn.atMs)
}

const judgeRound = (turn: Turn, requestedAtMs: Instant): void => {
  const { sweep: round } = turn.session
  const clean = !isBusy(turn) && leftToProtect(turn.ledger).length === 0
  round.cleanRounds = clean ? round.cleanRounds + 1 : 0
  round.dueAtMs = requestedAtMs + ROUND_MS
  round.requestedAtMs = null
  if (round.cleanRounds >= CLEAN_ROUNDS) complete(turn)
}

/** Returns whether cancels are in progress, including orders that are open at the exchange but ended in the ledger. */
const isBusy = (turn: Turn): boolean =>
  leftToCancel(turn.ledger).length > 0 ||
  isFlattening(turn) ||
  [...turn.ledger.differences.values()].some(({ kind }) => kind === 'UNKNOWN_ORDER')

const complete = (turn: Turn): void => {
  const { latch } = turn.ledger
  turn.session.sweep.complete = true
  if (!latch || latch.completedAtMs !== null) return
  record(turn, { kind: 'stopCompleted', atMs: turn.atMs })
  const { by: actor, auditId } = latch.requestedBy
  audit(
    turn,
    { actor, auditId, requestId: null, idempotency: null, reason: null },
    {
      action: 'EMERGENCY_STOP',
      target: latch.stopId,
      outcome: 'DONE',
      after: describeSweep(turn, latch),
      reason: null,
    },
  )
}

const describeSweep = ({ ledger }: Turn, { cancelling }: Latch): string => {
  const retained = workingOrders(ledger).length
  return `${cancelling.size} orders cancelled, ${retained} kept for protection, ${ledger.positions.size} positions open`
}

/** Maximum slippage of each successive close. What remains after the last one is protected by its stop. */
const COLLARS_BPS = [100, 200, 300]
const AGAIN_AFTER_MS = 500

/** Closes open positions when the stop requests it. Stops remain until the position is flat. */
const flatten = (turn: Turn, latch: Latch): void => {
  if (latch.flatten !== 'REDUCE_ONLY' || turn.session.reconciliation.doneAtMs === null) return
  for (const position of turn.ledger.positions.values()) closeSlice(turn, position)
}

/** Returns whether positions remain to be closed or are being closed. */
export const isFlattening = (books: Pick<Turn, 'ledger' | 'session'>): boolean =>
  books.ledger.latch?.flatten === 'REDUCE_ONLY' &&
  [...books.ledger.positions.values()].some(
    (position) => isUnderWay(books, position) || slicesLeft(books, position) > 0,
  )

const slicesLeft = ({ session }: Pick<Turn, 'session'>, { symbol, positionId }: Position): number => {
  const sent = session.sweep.slices.get(symbol)
  return COLLARS_BPS.length - (sent?.positionId === positionId ? sent.count : 0)
}

const isUnderWay = ({ ledger }: Pick<Turn, 'ledger'>, { positionId }: Position): boolean =>
  workingOrders(ledger).some(
    (order) => order.positionId === positionId && (order.purpose === 'FLATTEN' || order.purpose === 'CLOSE'),
  )

const closeSlice = (turn: Turn, position: Position): void => {
  const { symbol, positionId, quantity } = position
  const { slices } = turn.session.sweep
  const left = slicesLeft(turn, position)
  const waits = turn.atMs < (slices.get(symbol)?.atMs ?? 0) + AGAIN_AFTER_MS
  if (left === 0 || waits || isUnderWay(turn, position) || !turn.market.instruments.has(symbol)) return
  const count = COLLARS_BPS.length - left
  slices.set(symbol, { positionId, count: count + 1, atMs: turn.atMs })
  const candidate = closingCandidate(turn, position, { quantity, slippageBps: COLLARS_BPS[count] ?? 0 })
  const orderId = mint(turn, 'ord')
  const clientId = venueClientId('FLATTEN', turn.session.epoch, orderId.slice(4))
  const order = {
    ...candidate,
    purpose: 'FLATTEN',
    origin: 'EMERGENCY_STOP',
    orderId,
    venueClientId: clientId,
  } as const
  decideOrder(turn, order, byEngine(turn))
}
