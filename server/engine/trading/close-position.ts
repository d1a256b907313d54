/** Closes positions for callers, and builds the order that closes a position. */

import { lots } from '../../domain/market/instrument.ts'
import { markIn } from '../../domain/market/market.ts'
import { type Candidate, exploratoryLabel } from '../../domain/order/order.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { findOpenPosition } from '../state/ledger.ts'
import type { Turn } from '../state/turn.ts'
import { collarPrice } from './collar.ts'
import { decideOrder } from './decide-order.ts'

/** Handles a caller's request to close; repeating it changes nothing. The stop remains until the position is flat. */
export const closePosition = (turn: Turn, command: Close): CommandOutcome => {
  const { positionId, orderId, venueSeed, instructed } = command
  if (turn.ledger.bySeed.has(venueSeed)) return DONE
  const position = findOpenPosition(turn.ledger, positionId)
  if (!position) return refused({ kind: turn.ledger.ended.has(positionId) ? 'positionEnded' : 'positionNotFound' })
  const { symbol } = position
  const instrument = turn.market.instruments.get(symbol)?.instrument
  if (!instrument) return refused({ kind: 'marketNotSeen', symbol })
  const quantity = command.quantity ?? position.quantity
  if (quantity > position.quantity) {
    const detail = `The quantity is larger than the position, ${instrument.quantity.print(position.quantity)}.`
    return refused({ kind: 'wouldIncreaseRisk', detail })
  }
  const candidate = closingCandidate(turn, position, {
    quantity,
    slippageBps: command.maxSlippageBps ?? DEFAULT_SLIPPAGE_BPS,
  })
  const clientId = venueClientId('CLOSE', turn.session.epoch, venueSeed)
  decideOrder(turn, { ...candidate, orderId, venueClientId: clientId, origin: 'API' }, instructed)
  return DONE
}

const DEFAULT_SLIPPAGE_BPS = 50

type Close = Extract<Command, { kind: 'closePosition' }>

/** Builds an order that closes a position at market; without a mark price it accepts any price. */
export const closingCandidate = (
  turn: Turn,
  position: Position,
  { quantity, slippageBps }: { readonly quantity: number; readonly slippageBps: number },
): Omit<Candidate, 'orderId' | 'venueClientId' | 'origin'> => {
  const side = closingSide(position)
  const mark = markIn(turn.market, position.symbol)
  return {
    clientOrderId: null,
    terms: {
      symbol: position.symbol,
      side,
      type: 'MARKET',
      quantity: lots(quantity),
      price: mark === undefined ? null : collarPrice(mark, side, slippageBps),
      trigger: null,
      timeInForce: 'IOC',
      reduceOnly: true,
    },
    plan: null,
    purpose: 'CLOSE',
    mode: turn.rules.mode,
    positionId: position.positionId,
    ...exploratoryLabel(position),
  }
}
