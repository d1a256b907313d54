/** Builds the order proposal for a caller's request. */

import type { Id } from '../../core/id.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../domain/market/instrument.ts'
import { getMarkTicks } from '../../domain/market/market.ts'
import type { Candidate, OrderTerms, Side, Trigger } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import type { CommandRefusal, OrderRequest } from '../model/events.ts'
import type { EngineState } from '../state/turn.ts'
import { collarPrice } from './collar.ts'
import { reducesPosition } from './effect-on-position.ts'
import { createPlan } from './stop-limits.ts'

/**
 * Returns the order proposal for a request, with collar, size and protective stop; refused when they cannot be
 * determined.
 */
export const proposeOrder = (
  state: EngineState,
  request: OrderRequest,
  ids: { readonly orderId: Id<'ord'>; readonly venueSeed: string },
): Result<Candidate, CommandRefusal> => {
  const entry = state.market.instruments.get(request.symbol)
  if (!entry) return err({ kind: 'unknownSymbol', symbol: request.symbol })
  const mark = getMarkTicks(entry)
  if (mark === undefined) return err({ kind: 'marketNotSeen', symbol: request.symbol })
  const { symbol, side, type, trigger, timeInForce, reduceOnly, clientOrderId } = request
  const price =
    type === 'MARKET' ? collarPrice(mark, side, request.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS) : request.price
  const worst = price ?? trigger?.price ?? mark
  const quantity = requestedLots(request, entry.instrument, worst)
  if (quantity <= 0) return err({ kind: 'invalid', pointer: '/notional', detail: 'is less than one lot at this price' })
  const terms: OrderTerms = { symbol, side, type, quantity, price, trigger, timeInForce, reduceOnly }
  const position = state.ledger.positions.get(symbol)
  const common = {
    orderId: ids.orderId,
    venueClientId: venueClientId(reduceOnly ? 'EXIT' : 'ENTRY', state.session.epoch, ids.venueSeed),
    clientOrderId,
    terms,
    purpose: reduceOnly || reducesPosition(position, terms) ? 'EXIT' : 'ENTRY',
    origin: 'API',
    mode: state.rules.mode,
    positionId: position?.positionId ?? null,
  } as const
  if (reduceOnly) return ok({ ...common, plan: null })
  const plan = createPlan(request, {
    price: stopReference(request, mark),
    side,
    constitution: state.rules.constitution,
    standing: standingStop(position, side),
  })
  return plan.ok ? ok({ ...common, plan: plan.value }) : plan
}

/** Default maximum slippage of a MARKET order from the mark price. */
const DEFAULT_SLIPPAGE_BPS = 30

/** Returns the price a stop is measured from: the expected fill price. */
const stopReference = ({ type, price, trigger }: OrderRequest, mark: Ticks): Ticks =>
  trigger?.price ?? (type === 'LIMIT' && price !== null ? price : mark)

/** Returns the stop of the position to which an order of this side adds. */
const standingStop = (position: Position | undefined, side: Side): Trigger | null =>
  position && side !== closingSide(position) ? position.protection.plan.stopLoss : null

const requestedLots = ({ size }: OrderRequest, instrument: Instrument, price: Ticks): Lots =>
  'quantity' in size ? size.quantity : lotsWorth(instrument, price, size.notional)

/** Returns the largest whole number of lots that the notional buys. */
const lotsWorth = (instrument: Instrument, price: Ticks, notional: Money): Lots => {
  const lot = valueAt(instrument, price, lots(1))
  return lots(lot === 0n ? 0 : Number(notional / lot))
}
