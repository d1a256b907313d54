import { noteAttempt } from '../../domain/control/exchange-errors.ts'
import type { RejectionCategory, SubmitOutcome } from '../model/venue.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Rejections caused by the market, the account or the order itself, and not by trouble with the exchange connection.
 */
const ORDINARY: ReadonlySet<RejectionCategory> = new Set([
  'INSUFFICIENT_MARGIN',
  'WOULD_TRIGGER',
  'WOULD_TAKE',
  'REDUCE_ONLY',
  'DUPLICATE',
])

/** Counts what was answered to an order; a doubt is counted where the order becomes uncertain. */
export const noteAnswer = ({ session, atMs }: Turn, outcome: SubmitOutcome): void => {
  if (outcome.kind === 'unknown') return
  const failed = outcome.kind === 'rejected' && !ORDINARY.has(outcome.rejection.category)
  noteAttempt(session.attempts, { atMs, failed })
}

/** Counts an order without a response; doubts from a restart or a used id are no fault of the exchange. */
export const noteDoubt = ({ session, atMs }: Turn, reason: string): void => {
  if (reason !== 'RESTART' && reason !== 'DUPLICATE') noteAttempt(session.attempts, { atMs, failed: true })
}
