import type { Id } from '../core/id.ts'
import { HOST } from './actors.ts'
import type { Command, CommandOutcome } from './events.ts'
import { type Confirmed, refusedAs } from './raising-desk.ts'

/** Where a quarantined strategy is let enter again: for the host alone. */
export interface RearmingDesk {
  /** Resolves when it is durable, or with why it was refused. */
  rearm(strategyId: string, reason: string): Promise<Confirmed>
}

interface RearmingDeskParts {
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly auditId: () => Id<'aud'>
}

export const openRearmingDesk = ({ submit, auditId }: RearmingDeskParts): RearmingDesk => ({
  async rearm(strategyId, reason) {
    const instructed = { actor: HOST, requestId: null, idempotency: null, reason, auditId: auditId() }
    const outcome = await submit({ kind: 'rearmStrategy', strategyId, instructed })
    return outcome.kind === 'refused' ? refusedAs(outcome.refusal) : { ok: true }
  },
})
