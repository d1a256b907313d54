/** Exits of autotrading positions: at the horizon of their signal, or when their strategy exits. */

import { AUTHORITY } from '../../domain/control/control-state.ts'
import { type CandleClose, closeTime } from '../../domain/market/candle.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Position } from '../../domain/position/position.ts'
import type { Direction } from '../../domain/signal/strategy.ts'
import { byEngine } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { mint, type Turn } from '../state/turn.ts'
import { closingCandidate } from '../trading/close-position.ts'
import { decideOrder } from '../trading/decide-order.ts'
import { getGuard } from '../trading/guards.ts'
import { isClosing } from '../trading/protect.ts'

/** Closes autotrading positions whose signal horizon has passed or whose strategy exits. */
export const closeEnded = (turn: Turn): void => {
  const { ledger, market, signals } = turn
  for (const position of ledger.positions.values()) {
    const { cause, positionId } = position
    if (!cause) continue
    if (market.clockMs >= cause.horizonEndMs) leave(turn, position, 'HORIZON')
    else if (signals.leaving.has(positionId)) leave(turn, position, 'STRATEGY_EXIT')
  }
}

/** Delay before retrying the unfilled remainder of an exit. */
const AGAIN_AFTER_MS = 2_000

/** Marks positions whose leading strategy exits, and closes them as soon as possible. */
export const exitByStrategy = (
  turn: Turn,
  candle: CandleClose,
  left: { readonly strategyId: string; readonly direction: Direction },
): void => {
  const position = turn.ledger.positions.get(candle.symbol)
  const { cause } = position ?? {}
  if (!position || cause?.strategyId !== left.strategyId || cause.interval !== candle.interval) return
  if (position.direction !== left.direction || position.openedAtMs >= closeTime(candle)) return
  turn.signals.leaving.add(position.positionId)
  leave(turn, position, 'STRATEGY_EXIT')
}

/** Closes a position, which keeps its stop until it is flat. Positions under manual control are skipped. */
const leave = (turn: Turn, position: Position, reason: 'HORIZON' | 'STRATEGY_EXIT'): void => {
  const { ledger, rules, session, atMs } = turn
  if (!AUTHORITY[ledger.control.state].exits || ledger.latch || !turn.market.instruments.has(position.symbol)) return
  const guard = getGuard(turn, position)
  if (guard.closeAtMs > atMs || position.takenOver) return
  if (workingOrders(ledger).some((order) => isClosing(order, position))) return
  guard.closeAtMs = atMs + AGAIN_AFTER_MS
  const orderId = mint(turn, 'ord')
  const candidate = closingCandidate(turn, position, {
    quantity: position.quantity,
    slippageBps: rules.constitution.autotrading.exitCollarBps,
  })
  const clientId = venueClientId('CLOSE', session.epoch, orderId.slice(4))
  decideOrder(
    turn,
    { ...candidate, orderId, venueClientId: clientId, origin: 'AUTOTRADING' },
    { ...byEngine(turn), reason },
  )
}
