/** Pauses autotrading, and cancels its resting entries. */

import type { Id } from '../../core/id.ts'
import { increases } from '../../domain/risk/gate.ts'
import type { CommandOutcome, LoweringCommand } from '../model/events.ts'
import { audit, enterState } from '../state/audit.ts'
import { workingOrders } from '../state/ledger.ts'
import { record, type Turn } from '../state/turn.ts'
import { withdraw } from '../trading/cancel-order.ts'

/**
 * Stops autotrading entries: resting entries are cancelled, positions and their protection remain. An engine in a more
 * restricted state remains in it, and does not return to RUNNING automatically.
 */
export const pause = (
  turn: Turn,
  { instructed }: Extract<LoweringCommand, { kind: 'pause' }>,
): Extract<CommandOutcome, { kind: 'pauseTaken' }> => {
  const { state: previousState, desired, reason: since } = turn.ledger.control
  const { actor: by } = instructed
  turn.session.lowered++
  const changed = previousState === 'RUNNING' || previousState === 'DEGRADED'
  const after = changed ? 'PAUSED' : previousState
  audit(turn, instructed, {
    action: 'PAUSE',
    target: 'engine',
    outcome: 'INTENT',
    reason: null,
    before: previousState,
    after,
  })
  const reason = { code: 'PAUSED', message: instructed.reason ?? 'Paused manually.' }
  if (changed) enterState(turn, 'PAUSED', { by, reason, desired: 'PAUSED' })
  else if (desired !== 'PAUSED') {
    record(turn, {
      kind: 'controlChanged',
      state: previousState,
      desired: 'PAUSED',
      reason: since,
      by,
      atMs: turn.atMs,
    })
  }
  const entries = withdrawAutotradingEntries(turn)
  turn.session.owed.push({ instructed, action: 'PAUSE', target: 'engine', orders: entries, sinceMs: turn.atMs })
  return { kind: 'pauseTaken', changed, previousState, entries }
}

/** Cancels the resting autotrading entries, and returns their IDs. */
export const withdrawAutotradingEntries = (turn: Turn): Id<'ord'>[] => {
  const entries = workingOrders(turn.ledger).filter((order) => order.origin === 'AUTOTRADING' && increases(order))
  for (const order of entries) withdraw(turn, order, 'autotrading may not enter')
  return entries.map(({ orderId }) => orderId)
}
