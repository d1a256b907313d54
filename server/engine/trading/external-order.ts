import { lots } from '../../domain/market/instrument.ts'
import type { Order } from '../../domain/order/order.ts'
import type { VenueOrder } from '../../domain/order/venue-report.ts'
import { closingSide } from '../../domain/position/position.ts'
import { mint, type Turn } from '../state/turn.ts'

/**
 * Adopts an order that the exchange created to protect a position of ours: the guardian keeps it until a stop of our
 * own is verified, and cancels it then. Undefined while no position of ours is known that it could close.
 */
export const attachedOrder = (turn: Turn, venueOrder: VenueOrder): Order | undefined => {
  const position = turn.ledger.positions.get(venueOrder.symbol)
  if (!position || closingSide(position) !== venueOrder.terms.side) return undefined
  const purpose = venueOrder.terms.type === 'TAKE_PROFIT_MARKET' ? 'TAKE_PROFIT' : 'STOP_LOSS'
  return { ...externalOrder(turn, venueOrder), purpose, origin: 'GUARDIAN', positionId: position.positionId }
}

/** An order at the exchange that is not ours: shown, counted as exposure, and left alone. */
export const externalOrder = (turn: Turn, venueOrder: VenueOrder): Order => ({
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
