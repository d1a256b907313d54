import type { Id } from '../../core/id.ts'
import { HOST } from '../model/actors.ts'
import type { Command, CommandOutcome, Instructed } from '../model/events.ts'
import { type Confirmed, refusedAs } from './raising-desk.ts'

/** Gives autotrading back what it lost: a quarantined strategy, or a position that a person took over. For the host alone. */
export interface RearmingDesk {
  /** Resolves when it is durable, or with why it was refused. */
  rearm(strategyId: string, reason: string): Promise<Confirmed>
  /** Like `rearm`, for the position of a symbol. */
  handBack(symbol: string, reason: string): Promise<Confirmed>
}

interface RearmingDeskParts {
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly auditId: () => Id<'aud'>
}

export const openRearmingDesk = ({ submit, auditId }: RearmingDeskParts): RearmingDesk => {
  const instructedFor = (reason: string): Instructed => ({
    actor: HOST,
    requestId: null,
    idempotency: null,
    reason,
    auditId: auditId(),
  })
  const confirm = async (command: Command): Promise<Confirmed> => {
    const outcome = await submit(command)
    return outcome.kind === 'refused' ? refusedAs(outcome.refusal) : { ok: true }
  }
  return {
    rearm: (strategyId, reason) => confirm({ kind: 'rearmStrategy', strategyId, instructed: instructedFor(reason) }),
    handBack: (symbol, reason) => confirm({ kind: 'handBack', symbol, instructed: instructedFor(reason) }),
  }
}
