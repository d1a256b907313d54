import type { Id } from '../../core/id.ts'
import { audit } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'

/** Ends the amendment of an order without a replacement, if there is one in progress. */
export const endAmendment = (turn: Turn, orderId: Id<'ord'>, reason: string): void => {
  const pending = turn.ledger.amending.get(orderId)
  if (!pending) return
  record(turn, { kind: 'amendmentEnded', orderId, reason, atMs: turn.atMs })
  audit(turn, pending.instructed, { action: 'ORDER_AMEND', target: orderId, outcome: 'ENDED', reason })
}
