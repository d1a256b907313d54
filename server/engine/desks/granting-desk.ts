import type { Id } from '../../core/id.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import { HOST } from '../model/actors.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import { type Confirmed, refusedAs } from './raising-desk.ts'

/** Grants and revokes trading with real money: for the host alone. */
export interface GrantingDesk {
  /** Null takes it back. Resolves when it is durable, or with why it was refused. */
  set(grant: LiveGrant | null, reason: string): Promise<Confirmed>
}

interface GrantingDeskParts {
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly auditId: () => Id<'aud'>
}

export const openGrantingDesk = ({ submit, auditId }: GrantingDeskParts): GrantingDesk => ({
  async set(grant, reason) {
    const instructed = { actor: HOST, requestId: null, idempotency: null, reason, auditId: auditId() }
    const outcome = await submit({ kind: 'setLiveGrant', grant, instructed })
    return outcome.kind === 'refused' ? refusedAs(outcome.refusal) : { ok: true }
  },
})
