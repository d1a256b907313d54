import type { Instant } from '../../core/instant.ts'
import { isCancelledBy, isRetained } from '../../domain/control/stop.ts'
import type { Order } from '../../domain/order/order.ts'
import { audit } from '../state/audit.ts'
import type { Latch } from '../state/control-state.ts'
import { type Ledger, workingOrders } from '../state/ledger.ts'
import { record, type Turn } from '../state/turn.ts'
import { withdraw } from '../trading/cancel-order.ts'
import { flatten, isFlattening } from './flatten.ts'

/** Two readings of the account in which nothing is left to do, so far apart, end the sweep. */
const ROUND_MS = 2_000
const CLEAN_ROUNDS = 2
/** How long the first reading waits for cancels that are under way. */
const FIRST_WAIT_MS = 1_000

/**
 * While the stop is engaged: takes back whatever could still increase the risk, for as long as it takes, and reads the
 * account until nothing is left twice over. Stops and targets of open positions stay, and the guardian looks after them.
 */
export const sweep = (turn: Turn): void => {
  const { latch } = turn.ledger
  if (!latch) return
  takeBack(turn, latch)
  flatten(turn, latch)
  if (!turn.session.sweep.complete) readAgain(turn)
}

/** Orders that the stop is to take back and that have not ended; those of strangers until it is through once. */
export const leftToCancel = (ledger: Ledger): Order[] => {
  const { latch } = ledger
  if (!latch) return []
  const { code, by, completedAtMs } = latch
  const how = { code, byPerson: by.type !== 'ENGINE' && completedAtMs === null }
  return workingOrders(ledger).filter((order) => isCancelledBy(order, ledger.positions.get(order.terms.symbol), how))
}

/** Open positions without a verified stop of their whole size. */
export const leftToProtect = ({ positions }: Ledger): string[] =>
  [...positions.values()].flatMap(({ positionId, quantity, protection }) =>
    protection.covered < quantity ? [positionId] : [],
  )

const takeBack = (turn: Turn, latch: Latch): void => {
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

/** Each round is one reading of the account, asked for since the round began; it is judged when it is in. */
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

/** An order that is open at the exchange and over in our books is being taken back as well. */
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
  return `${cancelling.size} orders taken back, ${retained} left to protect, ${ledger.positions.size} positions open`
}
