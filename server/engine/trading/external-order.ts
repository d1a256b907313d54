import { lots } from '../../domain/market/instrument.ts'
import type { Order } from '../../domain/order/order.ts'
import type { VenueOrder } from '../../domain/order/venue-report.ts'
import { closingSide } from '../../domain/position/position.ts'
import { mint, type Turn } from '../turn.ts'

/**
 * What the exchange made itself to protect a position of ours is the guardian's from then on: it stands until a stop of our own
 * is verified, and is taken back then. Undefined while no position of ours is known that it could close.
 */
export const attachedOrder = (turn: Turn, seen: VenueOrder): Order | undefined => {
  const position = turn.ledger.positions.get(seen.symbol)
  if (!position || closingSide(position) !== seen.terms.side) return undefined
  const purpose = seen.terms.type === 'TAKE_PROFIT_MARKET' ? 'TAKE_PROFIT' : 'STOP_LOSS'
  return { ...externalOrder(turn, seen), purpose, origin: 'GUARDIAN', positionId: position.positionId }
}

/** An order at the exchange that is not ours: shown, counted as exposure, and left alone. */
export const externalOrder = (turn: Turn, seen: VenueOrder): Order => ({
  orderId: mint(turn, 'ord'),
  venueClientId: seen.venueClientId,
  clientOrderId: null,
  terms: seen.terms,
  plan: null,
  purpose: 'EXTERNAL',
  origin: 'EXTERNAL',
  mode: turn.rules.mode,
  positionId: null,
  status: seen.status,
  statusReason: seen.reason,
  exchangeOrderId: seen.exchangeOrderId,
  filled: lots(seen.filled),
  filledTickLots: 0n,
  feesPaid: 0n,
  dispatch: { state: 'ACKED', attempts: 0, signedAtMs: null, provenDeadAtMs: null },
  reportSequence: seen.sequence,
  decisionId: mint(turn, 'dec'),
  auditId: mint(turn, 'aud'),
  createdAtMs: turn.atMs,
  updatedAtMs: turn.atMs,
  version: 1,
})
