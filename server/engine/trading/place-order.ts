/** Places orders for callers: proposes, checks and decides each instruction once. */

import { AUTHORITY, type ControlState } from '../../domain/control/control-state.ts'
import type { Command, CommandOutcome, CommandRefusal, OrderRequest } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import type { EngineState, Turn } from '../state/turn.ts'
import { proposeOrder } from './candidate.ts'
import { decideOrder } from './decide-order.ts'

/**
 * Places an order for a caller. A refused order is recorded with its reasons. An invalid request changes nothing, nor
 * does repeating the same instruction, even in a later run.
 */
export const placeOrder = (turn: Turn, { request, orderId, venueSeed, instructed }: Place): CommandOutcome => {
  if (turn.ledger.bySeed.has(venueSeed)) return DONE
  const refusal = checkRefusal(turn, request)
  const proposal = refusal
    ? { ok: false as const, error: refusal }
    : proposeOrder(turn, request, { orderId, venueSeed })
  if (!proposal.ok) {
    const { kind } = proposal.error
    audit(turn, instructed, { action: 'ORDER_PLACE', target: request.symbol, outcome: 'REFUSED', reason: kind })
    return refused(proposal.error)
  }
  decideOrder(turn, proposal.value, instructed)
  return DONE
}

type Place = Extract<Command, { kind: 'placeOrder' }>

/** Returns why the engine accepts no such order now; undefined when it does. */
export const checkRefusal = (
  { ledger, session }: EngineState,
  { clientOrderId, reduceOnly }: OrderRequest,
): CommandRefusal | undefined => {
  const { latch, control, run } = ledger
  if (latch && !reduceOnly) {
    return { kind: 'latched', stopId: latch.stopId, reason: latch.reason, latchedAtMs: latch.atMs }
  }
  if (!reduceOnly && run?.endedCleanly) return { kind: 'goingDown' }
  if (!reduceOnly && !AUTHORITY[control.state].manualIncreasing) return heldBy(control.state, session)
  const known = clientOrderId === null ? undefined : ledger.byClientOrderId.get(clientOrderId)
  if (known !== undefined && clientOrderId !== null) {
    return { kind: 'duplicateClientOrderId', clientOrderId, orderId: known }
  }
  return undefined
}

const heldBy = (state: ControlState, { connection }: EngineState['session']): CommandRefusal => {
  if (state === 'STOPPING') return { kind: 'goingDown' }
  const cause =
    connection === 'awaited'
      ? 'the exchange has not been reached since the start. Try again once it is.'
      : 'its ledger is being reconciled with the exchange. Try again in a moment.'
  return { kind: 'notNow', code: `STATE_${state}`, detail: `The engine is ${state}: ${cause}` }
}
