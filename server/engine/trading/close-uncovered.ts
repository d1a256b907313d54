import type { Order } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Position } from '../../domain/position/position.ts'
import { haltForGood } from '../control/engage-stop.ts'
import { byEngine } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { mint, type Turn } from '../state/turn.ts'
import { closingCandidate } from './close-position.ts'
import { decideOrder } from './decide-order.ts'
import { getGuard } from './guards.ts'

/** Closes refused so often are a matter for a person. */
const CLOSE_FAILURES_MAX = 10
/** Delay before the remainder of an unfilled or partly filled close is closed again; it grows after many attempts. */
const AGAIN_AFTER_MS = 1_000
const AGAIN_AFTER_MAX_MS = 30_000
const PROMPT_CLOSES = 10

/**
 * The last resort: what has been without a verified stop for too long, although this process could have placed one, or
 * whose stop is through already, is closed. Nothing is before the account has been read. A stop that is being executed,
 * and a close that is on its way, are waited for.
 */
export const closeUncovered = (turn: Turn, symbol: string): void => {
  const position = turn.ledger.positions.get(symbol)
  if (!position || !isDue(turn, position)) return
  const guard = getGuard(turn, position)
  if (guard.closeAtMs > turn.atMs) return
  if (workingOrders(turn.ledger).some((order) => isClosing(order, position))) return
  if (guard.closeFailures >= CLOSE_FAILURES_MAX) {
    haltForGood(turn, 'UNPROTECTED_UNCLOSABLE', `${symbol} has no verified stop, and closing it has been refused.`)
  }
  guard.closeAtMs = turn.atMs + againAfterMs(++guard.closes)
  const orderId = mint(turn, 'ord')
  const uncovered = guard.closeNow ? position.quantity : position.quantity - position.protection.covered
  const candidate = closingCandidate(turn, position, {
    quantity: uncovered,
    slippageBps: turn.rules.constitution.protection.fallbackCollarBps,
  })
  const clientId = venueClientId('CLOSE', turn.session.epoch, orderId.slice(4))
  decideOrder(turn, { ...candidate, orderId, venueClientId: clientId, origin: 'GUARDIAN' }, byEngine(turn))
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
