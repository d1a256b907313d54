/**
 * Desks reserved for the host: resuming and clearing a stop in two steps, granting live trading, re-enabling
 * strategies, and handing positions back.
 */

import { StoreFailure } from '../../core/errors.ts'
import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import { toClear, toResume } from '../control/resume.ts'
import { printStanding, readStanding, type Standing } from '../control/standing.ts'
import {
  type Command,
  type CommandOutcome,
  type CommandRefusal,
  HOST,
  type Instructed,
  type RaisingCommand,
} from '../model/events.ts'
import type { AuditEntry } from '../model/facts.ts'
import type { AuditTrail } from '../model/ports.ts'
import { releaseSwitch, type StopSwitch } from '../state/stop-switch.ts'
import type { EngineState } from '../state/turn.ts'

/** State that the host reviews before confirming, and the confirmation code. */
export interface RaisePreview {
  readonly standing: Standing
  /** Fault of the audit log; null when none is known. */
  readonly auditFault: string | null
  /** Reason why the command would be refused now; null if none. */
  readonly obstacle: { readonly code: string; readonly detail: string } | null
  readonly code: string
  readonly expiresAtMs: Instant
}

export type Raise = RaisingCommand['kind']

/** Lifts restrictions of the engine, in two steps; reserved for the host. */
export interface RaisingDesk {
  show(what: Raise): RaisePreview
  /**
   * Refused unless the code is the last one issued for this command, at most a minute old, and the state is unchanged.
   * A code can be tried only once.
   */
  confirm(what: Raise, confirmed: { readonly code: string; readonly reason: string }): Promise<Confirmed>
}

export type Confirmed = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly detail: string }

export interface RaisingDeskParts {
  readonly state: EngineState
  readonly stopSwitch: StopSwitch
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly audit: Pick<AuditTrail, 'append'>
  readonly auditFault: () => string | null
  readonly ids: { readonly audit: () => Id<'aud'> }
  /** Creates an unguessable code. */
  readonly makeCode: () => string
  readonly now: () => Instant
}

const CODE_LIVES_MS = 60_000
export const openRaisingDesk = (parts: RaisingDeskParts): RaisingDesk => {
  const { state, stopSwitch, submit, ids, makeCode, now } = parts
  const displayed = new Map<Raise, { readonly code: string; readonly text: string; readonly expiresAtMs: Instant }>()
  return {
    show(what) {
      const code = makeCode()
      const expiresAtMs = now() + CODE_LIVES_MS
      displayed.set(what, { code, text: printStanding(state), expiresAtMs })
      const turn = { ...state, atMs: now() }
      const obstacle = (what === 'resume' ? toResume(turn) : toClear(turn)) ?? null
      return { standing: readStanding(state), auditFault: parts.auditFault(), obstacle, code, expiresAtMs }
    },
    async confirm(what, { code, reason }) {
      const last = displayed.get(what)
      displayed.delete(what)
      if (last?.code !== code) return refuse(parts, what, 'WRONG_CODE', 'This is not the most recent code.')
      if (last.expiresAtMs < now()) return refuse(parts, what, 'CODE_EXPIRED', 'The code is valid for 60 seconds.')
      const instructed = { actor: HOST, requestId: null, idempotency: null, reason, auditId: ids.audit() }
      const outcome = await submit({ kind: what, displayed: last.text, instructed })
      if (outcome.kind === 'refused') return refusedAs(outcome.refusal)
      if (what === 'clearStop' && state.ledger.latch === null) releaseSwitch(stopSwitch)
      return { ok: true }
    },
  }
}

/** Refuses a code, which becomes invalid, and records the refusal if possible. */
const refuse = async (
  { audit, ids, now, state }: RaisingDeskParts,
  what: Raise,
  code: string,
  detail: string,
): Promise<Confirmed> => {
  const entry: AuditEntry = {
    auditId: ids.audit(),
    atMs: now(),
    epoch: state.session.epoch,
    actor: HOST,
    action: what === 'resume' ? 'RESUME' : 'STOP_CLEAR',
    target: state.ledger.latch?.stopId ?? 'engine',
    before: state.ledger.control.state,
    after: null,
    outcome: 'REFUSED',
    reason: `${code}: ${detail}`,
    requestId: null,
  }
  try {
    await audit.append([entry])
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
  return { ok: false, code, detail }
}

const refusedAs = (refusal: CommandRefusal): Confirmed => {
  const { code, detail } =
    refusal.kind === 'notNow' ? refusal : { code: refusal.kind, detail: 'The command was refused.' }
  return { ok: false, code, detail }
}

/** Grants and revokes live trading; reserved for the host. */
export interface GrantingDesk {
  /** Sets the grant; null withdraws it. Resolves when it is durable, or with the reason for a refusal. */
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

/**
 * Turns a strategy off or on again, or returns a manually controlled position to autotrading; reserved for the host.
 */
export interface RearmingDesk {
  /** Resolves when the change is durable, or with the reason for a refusal. */
  quarantine(strategyId: string, reason: string): Promise<Confirmed>
  /** Ends the quarantine of a strategy; resolves like `quarantine`. */
  rearm(strategyId: string, reason: string): Promise<Confirmed>
  /** Hands the position of a symbol back to autotrading; resolves like `quarantine`. */
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
    quarantine: (strategyId, reason) =>
      confirm({ kind: 'quarantineStrategy', strategyId, instructed: instructedFor(reason) }),
    rearm: (strategyId, reason) => confirm({ kind: 'rearmStrategy', strategyId, instructed: instructedFor(reason) }),
    handBack: (symbol, reason) => confirm({ kind: 'handBack', symbol, instructed: instructedFor(reason) }),
  }
}
