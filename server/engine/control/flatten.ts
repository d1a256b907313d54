import { venueClientId } from '../../domain/order/venue-client-id.ts'
import type { Position } from '../../domain/position/position.ts'
import { byEngine } from '../state/audit.ts'
import type { Latch } from '../state/control-state.ts'
import { workingOrders } from '../state/ledger.ts'
import { mint, type Turn } from '../state/turn.ts'
import { closingCandidate } from '../trading/close-position.ts'
import { decideOrder } from '../trading/decide-order.ts'

/** Maximum slippage of each successive close. What remains after the last is protected by its stop. */
const COLLARS_BPS = [100, 200, 300]
const AGAIN_AFTER_MS = 500

/** Closes open positions when the stop requests it. Their stops stay until the position is flat. */
export const flatten = (turn: Turn, latch: Latch): void => {
  if (latch.flatten !== 'REDUCE_ONLY' || turn.session.reconciliation.doneAtMs === null) return
  for (const position of turn.ledger.positions.values()) closeSlice(turn, position)
}

/** Returns whether a position is still to be closed, or being closed. */
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
