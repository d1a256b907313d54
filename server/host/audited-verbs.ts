import { StoreFailure } from '../core/errors.ts'
import type { Id } from '../core/id.ts'
import type { Instant } from '../core/instant.ts'
import { isRecord } from '../core/json.ts'
import { HOST } from '../engine/model/events.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import type { AuditTrail } from '../engine/model/ports.ts'
import { reasonGiven } from './arguments.ts'
import { HostRefusal, type Verb, type VerbTable } from './verb.ts'

/**
 * Wraps host commands ("verbs") that change something, so that each is recorded in the audit log before and after.
 * While the log cannot be written, commands that grant authority are refused, and commands that restrict it still run.
 */
export const auditedVerbs = (verbs: VerbTable, parts: AuditedVerbsParts): VerbTable =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => {
      const recorded = RECORDED[name]
      return [name, recorded ? audited(verb, recorded, parts) : verb]
    }),
  )

export interface AuditedVerbsParts {
  readonly audit: Pick<AuditTrail, 'append'>
  readonly auditId: () => Id<'aud'>
  readonly now: () => Instant
  /** Returns the epoch of the run; null outside a run. */
  readonly epoch: () => number | null
  /** Returns the newest commit of the identity store, for the entry about a changed user or token. */
  readonly identityCommit?: () => string
  /** Describes the rights of a user; null when there is no such user. */
  readonly describeRights: (username: string) => string | null
}

interface Recorded {
  readonly action: string
  readonly raises: boolean
  /** True when it changes users or tokens. */
  readonly isOfIdentity?: true
}

const RECORDED: Readonly<Record<string, Recorded>> = {
  'user.add': { action: 'USER_ADD', raises: true, isOfIdentity: true },
  'user.change': { action: 'USER_CHANGE', raises: true, isOfIdentity: true },
  'user.setPassword': { action: 'USER_SET_PASSWORD', raises: true, isOfIdentity: true },
  'user.disable': { action: 'USER_DISABLE', raises: false, isOfIdentity: true },
  'user.enable': { action: 'USER_ENABLE', raises: true, isOfIdentity: true },
  'user.resetSecondFactor': { action: 'USER_RESET_SECOND_FACTOR', raises: true, isOfIdentity: true },
  'token.mint': { action: 'TOKEN_MINT', raises: true, isOfIdentity: true },
  'live.arm': { action: 'LIVE_ARM', raises: true },
  'live.disarm': { action: 'LIVE_DISARM', raises: false },
  'waiver.make': { action: 'WAIVER_MAKE', raises: true },
  'waiver.end': { action: 'WAIVER_END', raises: false },
  'check.record': { action: 'CHECK_RECORD', raises: true },
  'check.recordKey': { action: 'CHECK_RECORD', raises: true },
  'check.recordFills': { action: 'CHECK_RECORD', raises: true },
  'check.reviewLimits': { action: 'LIMITS_REVIEW', raises: true },
  'paper.reset': { action: 'PAPER_RESET', raises: false },
  'keys.put': { action: 'KEYS_PUT', raises: true },
  'keys.remove': { action: 'KEYS_REMOVE', raises: false },
}

const audited =
  (verb: Verb, recorded: Recorded, parts: AuditedVerbsParts): Verb =>
  async (args) => {
    const { action, raises } = recorded
    const { audit, auditId, now, epoch, describeRights } = parts
    const user = nameIn(args, 'username')
    const rights = (): string | null => (user === undefined ? null : describeRights(user))
    const target =
      user ??
      nameIn(args, 'exchange') ??
      nameIn(args, 'gateId') ??
      nameIn(args, 'check') ??
      nameIn(args, 'packet') ??
      'engine'
    const about = { action, target, before: rights() }
    const base = { ...about, auditId: auditId(), epoch: epoch(), actor: HOST, requestId: null }
    const append = (entry: Pick<AuditEntry, 'after' | 'outcome' | 'reason' | 'commit'>): Promise<boolean> =>
      isRecorded(audit, { ...base, ...entry, atMs: now() })

    if (!(await append({ after: null, outcome: 'INTENT', reason: reasonIn(args) })) && raises) {
      const refusal = unrecorded()
      await append({ after: null, outcome: 'REFUSED', reason: refusal.code })
      throw refusal
    }
    try {
      const value = await verb(args)
      await append({ after: rights(), outcome: 'DONE', reason: null, ...readCommit(recorded, parts) })
      return value
    } catch (error) {
      const reason = error instanceof HostRefusal ? error.code : 'INTERNAL'
      await append({ after: rights(), outcome: reason === 'INTERNAL' ? 'FAILED' : 'REFUSED', reason })
      throw error
    }
  }

const readCommit = ({ isOfIdentity }: Recorded, { identityCommit }: AuditedVerbsParts): Pick<AuditEntry, 'commit'> =>
  isOfIdentity && identityCommit ? { commit: identityCommit() } : {}

/** Longer than any name of a user or an exchange. */
const NAME_MAX = 64

/** Returns the subject of a command. */
const nameIn = (args: unknown, member: 'username' | 'exchange' | 'gateId' | 'check' | 'packet'): string | undefined =>
  textIn(args, member)?.slice(0, NAME_MAX)

/** Returns the reason in the arguments, if any. */
const reasonIn = (args: unknown): string | null => reasonGiven(textIn(args, 'reason'))

const textIn = (args: unknown, member: string): string | undefined => {
  const text = isRecord(args) ? args[member] : undefined
  return typeof text === 'string' ? text : undefined
}

const isRecorded = async (audit: Pick<AuditTrail, 'append'>, entry: AuditEntry): Promise<boolean> => {
  try {
    return (await audit.append([entry])) === 'RECORDED'
  } catch (error) {
    if (error instanceof StoreFailure) return false
    throw error
  }
}

const unrecorded = (): HostRefusal =>
  new HostRefusal(
    'AUDIT_UNAVAILABLE',
    'Nothing was changed: the audit log cannot be written, and this action must be recorded.',
    'Free disk space, or check the log: plimsoll audit verify.',
  )
