/**
 * Guardian of a position: places, verifies and replaces its stop and target, and closes a position that cannot be
 * protected.
 */

import type { Instant } from '../../core/instant.ts'
import { lots } from '../../domain/market/instrument.ts'
import {
  exploratoryLabel,
  isProtective,
  type Order,
  type OrderTerms,
  oppositeSide,
  type Purpose,
  remainingLots,
  type Trigger,
} from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { closingSide, type Position, type Protection } from '../../domain/position/position.ts'
import { haltUntilCleared } from '../control/engage-stop.ts'
import { audit, byEngine } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { mint, record, type Turn } from '../state/turn.ts'
import { withdraw } from './cancel-order.ts'
import { closingCandidate } from './close-position.ts'
import { decideOrder } from './decide-order.ts'
import { getGuard, mayPlace, noteStopRefused } from './guards.ts'
import { deadAt } from './reports.ts'
import { defaultPlan, isTooFarFor, stopReference } from './stop-limits.ts'

/**
 * Ensures that the open position of a symbol has the stop and target of its plan, for its full size, and that no
 * protective order outlives its position. A new order is placed and verified before the one it replaces is cancelled.
 * Idempotent: it acts only on differences. Nothing can be placed before the market is listed.
 */
export const protect = (turn: Turn, symbol: string): void => {
  replaceFarStop(turn, symbol)
  const position = turn.ledger.positions.get(symbol)
  const protective = workingOrders(turn.ledger, (order) => order.terms.symbol === symbol && isProtective(order))
  const [own, left] = partition(protective, (order) => order.positionId === position?.positionId)
  for (const order of left) withdraw(turn, order, 'its position has ended')
  if (!position) {
    turn.session.guards.delete(symbol)
    return
  }
  if (!turn.market.instruments.has(symbol)) return
  const { plan } = position.protection
  keep(turn, position, { purpose: 'STOP_LOSS', trigger: plan.stopLoss }, own)
  keep(turn, position, { purpose: 'TAKE_PROFIT', trigger: plan.takeProfit }, own)
  noteProtection(turn, position)
  closeUncovered(turn, symbol)
}

/**
 * Replaces a stop that is too far away to protect, whatever its source, with the default stop; it is cancelled once the
 * new stop is verified.
 */
const replaceFarStop = (turn: Turn, symbol: string): void => {
  const position = turn.ledger.positions.get(symbol)
  if (!position || !isTooFarFor(turn, position, position.protection.plan.stopLoss.price)) return
  const { positionId, protection } = position
  const { stopLoss } = defaultPlan(
    stopReference(turn, position),
    oppositeSide(closingSide(position)),
    turn.rules.constitution,
  )
  audit(turn, byEngine(turn), {
    action: 'PROTECTION_CHANGE',
    target: positionId,
    outcome: 'INTENT',
    reason: 'STOP_TOO_FAR: replaced by the default stop',
  })
  const plan = { ...protection.plan, stopLoss, stopIsDefault: true }
  record(turn, { kind: 'planChanged', positionId, plan, atMs: turn.atMs })
}

interface Wanted {
  readonly purpose: Extract<Purpose, 'STOP_LOSS' | 'TAKE_PROFIT'>
  readonly trigger: Trigger | null
}

const partition = <T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
]

const isWanted = (order: Order, position: Position, trigger: Trigger): boolean =>
  order.terms.trigger?.price === trigger.price &&
  order.terms.trigger.by === trigger.by &&
  remainingLots(order) === position.quantity &&
  order.status !== 'PENDING_CANCEL'

/** Returns whether a protective order was triggered: it is closing the position and must not be touched. */
const isWorkingOff = ({ status }: Order): boolean =>
  status === 'TRIGGERED' || status === 'NEW' || status === 'PARTIALLY_FILLED'

/** Returns whether an unconfirmed order can no longer arrive; not evaluated while the account cannot be read. */
const isLost = (turn: Turn, order: Order): boolean =>
  turn.session.reconciliation.doneAtMs === null &&
  order.status === 'OUTCOME_UNKNOWN' &&
  turn.atMs >= deadAt(turn, order)

const keep = (turn: Turn, position: Position, { purpose, trigger }: Wanted, own: readonly Order[]): void => {
  const present = own.filter((order) => order.purpose === purpose)
  if (trigger === null) {
    for (const order of present) withdraw(turn, order, 'it is no longer planned')
    return
  }
  if (present.some(isWorkingOff)) return
  const wanted = present.find((order) => isWanted(order, position, trigger) && !isLost(turn, order))
  if (!wanted) return place(turn, position, { purpose, trigger }, present)
  const relied = purpose === 'STOP_LOSS' ? turn.session.verified.has(wanted.orderId) : wanted.status === 'UNTRIGGERED'
  if (relied) for (const order of present) if (order !== wanted) withdraw(turn, order, `replaced by ${wanted.orderId}`)
}

/** Places a protective order; waits while the outcome of another one is unknown. */
const place = (
  turn: Turn,
  position: Position,
  { purpose, trigger }: { readonly purpose: Wanted['purpose']; readonly trigger: Trigger },
  present: readonly Order[],
): void => {
  const guard = getGuard(turn, position)
  const isInFlight = present.some(({ status }) => status === 'PENDING_NEW')
  if (isInFlight || !mayPlace(turn, { purpose }) || guard.placeAtMs > turn.atMs || guard.closeNow) return
  const orderId = mint(turn, 'ord')
  const order = decideOrder(
    turn,
    {
      orderId,
      venueClientId: venueClientId(purpose, turn.session.epoch, orderId.slice(4)),
      clientOrderId: null,
      terms: protectiveTerms(position, purpose, trigger),
      plan: null,
      purpose,
      origin: 'GUARDIAN',
      mode: turn.rules.mode,
      positionId: position.positionId,
      ...exploratoryLabel(position),
    },
    byEngine(turn),
  )
  if (order.status === 'DENIED') noteStopRefused(turn, order, 'OTHER')
}

/** Returns the terms of an order that closes the whole position at a trigger. */
export const protectiveTerms = (
  position: Position,
  purpose: Wanted['purpose'],
  trigger: Trigger | null,
): OrderTerms => ({
  symbol: position.symbol,
  side: closingSide(position),
  type: purpose === 'STOP_LOSS' ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET',
  quantity: position.quantity,
  price: null,
  trigger,
  timeInForce: 'GTC',
  reduceOnly: true,
})

/** Records the state of the protection in the ledger when it has changed. */
const noteProtection = (turn: Turn, position: Position): void => {
  const before = position.protection
  const after = deriveProtection(turn, position)
  const same = (Object.keys(after) as (keyof Protection)[]).every((key) => after[key] === before[key])
  if (same) return
  record(turn, { kind: 'protectionChanged', positionId: position.positionId, protection: after, atMs: turn.atMs })
}

const deriveProtection = (turn: Turn, position: Position): Protection => {
  const before = position.protection
  const own = workingOrders(turn.ledger, ({ positionId }) => positionId === position.positionId)
  const stops = own.filter(({ purpose }) => purpose === 'STOP_LOSS')
  const verified = stops.filter(
    ({ orderId, status, terms: { trigger } }) =>
      status === 'UNTRIGGERED' &&
      turn.session.verified.has(orderId) &&
      trigger !== null &&
      !isTooFarFor(turn, position, trigger.price),
  )
  const covered = lots(Math.min(position.quantity, Math.max(0, ...verified.map(remainingLots))))
  const best = verified.findLast((order) => remainingLots(order) >= covered) ?? stops.at(-1)
  const whole = covered === position.quantity
  return {
    state: classifyState({ stops, whole, covered, lost: before.stopOrderId !== null }),
    plan: before.plan,
    stopOrderId: best?.orderId ?? null,
    takeProfitOrderId: own.findLast(({ purpose }) => purpose === 'TAKE_PROFIT')?.orderId ?? null,
    covered,
    unprotectedSinceMs: whole ? null : (before.unprotectedSinceMs ?? turn.atMs),
    verifiedAtMs: whole && best ? verifiedAt(turn, before, best) : null,
  }
}

/** Returns when the current stop was first verified. */
const verifiedAt = ({ session }: Turn, before: Protection, { orderId }: Order): Instant | null =>
  before.stopOrderId === orderId && before.verifiedAtMs !== null
    ? before.verifiedAtMs
    : (session.verified.get(orderId) ?? null)

interface Standing {
  readonly stops: readonly Order[]
  readonly whole: boolean
  readonly covered: number
  readonly lost: boolean
}

const classifyState = ({ stops, whole, covered, lost }: Standing): Protection['state'] => {
  if (whole) return 'VERIFIED'
  if (stops.some(isWorkingOff)) return 'TRIGGERED'
  if (covered > 0) return 'PARTIAL'
  if (stops.some(({ status }) => status === 'UNTRIGGERED')) return 'ACKED'
  if (stops.length > 0) return 'SUBMITTED'
  return lost ? 'LOST' : 'PLANNED'
}

/** Number of refused closes after which a person must act. */
const CLOSE_FAILURES_MAX = 10
/**
 * Delay before the remainder of an unfilled or partly filled close is closed again; longer after many attempts, and as
 * soon as a gate refuses one.
 */
const AGAIN_AFTER_MS = 1_000
const AGAIN_AFTER_MAX_MS = 30_000
const PROMPT_CLOSES = 10

/**
 * As a last resort, closes a position that has been without a verified stop for too long although this process could
 * have placed one, or whose stop price has been passed. Never acts before the account has been read, or while a stop is
 * executing or a close is in flight.
 */
const closeUncovered = (turn: Turn, symbol: string): void => {
  const position = turn.ledger.positions.get(symbol)
  if (!position || !isDue(turn, position)) return
  const guard = getGuard(turn, position)
  if (guard.closeAtMs > turn.atMs) return
  if (workingOrders(turn.ledger).some((order) => isClosing(order, position))) return
  if (guard.closeFailures >= CLOSE_FAILURES_MAX) {
    haltUntilCleared(turn, 'UNPROTECTED_UNCLOSABLE', `${symbol} has no verified stop, and closing it has been refused.`)
  }
  guard.closeAtMs = turn.atMs + againAfterMs(++guard.closes)
  const orderId = mint(turn, 'ord')
  const uncovered = guard.closeNow ? position.quantity : position.quantity - position.protection.covered
  const candidate = closingCandidate(turn, position, {
    quantity: uncovered,
    slippageBps: turn.rules.constitution.protection.fallbackCollarBps,
  })
  const clientId = venueClientId('CLOSE', turn.session.epoch, orderId.slice(4))
  const order = decideOrder(
    turn,
    { ...candidate, orderId, venueClientId: clientId, origin: 'GUARDIAN' },
    byEngine(turn),
  )
  if (order.status === 'DENIED') guard.closes = Math.max(guard.closes, PROMPT_CLOSES)
}

const againAfterMs = (closes: number): number =>
  Math.min(AGAIN_AFTER_MAX_MS, AGAIN_AFTER_MS * 2 ** Math.max(0, closes - PROMPT_CLOSES))

const isDue = (turn: Turn, position: Position): boolean => {
  if (turn.session.reconciliation.doneAtMs === null) return false
  const { closeNow, ableAtMs } = getGuard(turn, position)
  if (closeNow) return true
  const { unprotectedSinceMs, state } = position.protection
  if (unprotectedSinceMs === null || ableAtMs === null || state === 'TRIGGERED') return false
  return turn.atMs - Math.max(unprotectedSinceMs, ableAtMs) >= turn.rules.constitution.protection.fallbackAfterMs
}

export const isClosing = ({ purpose, positionId, status }: Order, position: Position): boolean =>
  purpose === 'CLOSE' && positionId === position.positionId && status !== 'OUTCOME_UNKNOWN'
