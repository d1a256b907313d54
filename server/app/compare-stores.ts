/**
 * Detects data lost before a start, for example by a crash or an old backup: compares the commit counts of ledger and
 * identity store with the audit log, and returns a sentence for each loss. Also assigns commits to audit entries about
 * users.
 */

import type { AuditLog, CommitsBeyond } from '../adapters/store/audit/audit-log.ts'
import type { KnownEnd } from '../adapters/store/audit/replaced-log.ts'
import { commitName } from '../adapters/store/commit-name.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import { StoreFailure } from '../core/errors.ts'
import type { Id } from '../core/id.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { ENGINE } from '../engine/model/events.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import type { AuditTrail } from '../engine/model/ports.ts'
import type { Identity } from '../identity/identity.ts'

/**
 * Compares ledger and identity store with the audit log, whose entries name the commits they belong to, and the log
 * with the end recorded in the ledger. Call it before anything else is recorded or any user is admitted; after a
 * finding, the engine must not trade. `hasRun` is true if an engine has ever run on this data directory.
 */
export const compareStores = async (
  parts: IdentityParts & { readonly audit: ComparedAudit },
  ledger: Ledger,
  hasRun: boolean,
): Promise<Lost> => {
  const { audit, auditId } = parts
  await compareAudit(audit, ledger, auditId())
  const changes = await compareIdentity(parts)
  const users = await noteLostUsers(parts, hasRun)
  const results = [
    await compareLedger(audit, ledger),
    changes,
    users,
    ...(await identityFindings(audit, ledger.commits)),
  ]
  return { findings: [...new Set(results.filter((finding) => finding !== null))], hasLostUsers: users !== null }
}

interface ComparedAudit extends RecordedAudit, Pick<AuditLog, 'find'> {
  compare(known: KnownEnd): void | PromiseLike<void>
}

interface Ledger {
  readonly commits: StoreCommits
  /** Newest recorded run; null if there is none. */
  readonly epoch: number | null
  /** Time of the newest known commit; null if none. */
  readonly lastAtMs: Instant | null
}

export interface Lost {
  /** Losses found in the stores, one sentence each. */
  readonly findings: readonly string[]
  /** True when users were lost. */
  readonly hasLostUsers: boolean
}

/** Audit log to write to and compare with. */
type RecordedAudit = Pick<AuditTrail, 'append'> & Pick<AuditLog, 'commitsBeyond'>

/** Compares the audit log with the end recorded in a ledger. */
const compareAudit = async (audit: ComparedAudit, { commits, epoch }: Ledger, auditId: Id<'aud'>): Promise<void> => {
  const position = commits.audit()
  if (position) await audit.compare({ ...position, store: commits.name, epoch, auditId })
}

/** Returns a sentence on the commits that a ledger lacks and its seal or the audit log contains; null when complete. */
const compareLedger = async (audit: RecordedAudit, { commits, lastAtMs }: Ledger): Promise<string | null> => {
  const { name, path, sealed } = commits
  const count = commits.count()
  const beyond = await audit.commitsBeyond({ name, count })
  const newest = Math.max(sealed, beyond.newest)
  commits.raise(newest)
  if (newest <= count) return null
  const since = lastAtMs === null ? 'it has none' : `its newest is from ${toRfc3339(lastAtMs)}`
  return (
    `${path} is behind the audit log: ${formatCount(newest - count, 'commit')} ${newest - count === 1 ? 'is' : 'are'} missing, ${since}. ` +
    `${describeEntries(beyond)} ${RESTORE} compare orders and positions with the exchange, then plimsoll stop clear.`
  )
}

const RESTORE = 'Restore the data directory from a backup. To continue without:'

const describeEntries = ({ entries }: CommitsBeyond): string => {
  const first = entries.at(-1)
  if (!first) return 'No audit entry belongs to them.'
  const { action, target, atMs } = first
  return `${formatCount(entries.length, 'audit entry', 'audit entries')} from ${toRfc3339(atMs)} on, the first ${action} of ${target}.`
}

const formatCount = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

/** Action of the audit entry for an identity store that has lost changes. */
const IDENTITY_BEHIND = 'IDENTITY_BEHIND'

interface IdentityParts {
  readonly audit: RecordedAudit
  readonly commits: StoreCommits
  readonly identity: Identity
  readonly auditId: () => Id<'aud'>
  readonly now: () => Instant
}

/**
 * Ends every session and disables the affected users, until the host enables them again, when the identity store lacks
 * changes that the audit log contains, so that no user keeps a revoked role. The loss is recorded.
 */
export const compareIdentity = async ({
  audit,
  commits,
  identity,
  ...parts
}: IdentityParts): Promise<string | null> => {
  const beyond = await audit.commitsBeyond({ name: commits.name, count: commits.count() })
  commits.raise(beyond.newest)
  if (beyond.entries.length === 0) return null
  const users = [
    ...new Set(beyond.entries.flatMap(({ action, target }) => (SESSION_ACTIONS.has(action) ? [] : [target]))),
  ]
  const shutOut = identity.distrust(users)
  const who = shutOut.length === 0 ? 'no user had to be disabled' : `disabled: ${shutOut.join(', ')}`
  return recordBehind(
    { audit, ...parts },
    `${commits.path} is behind the audit log: ${formatCount(beyond.entries.length, 'change')} missing. ${describeEntries(beyond)} Every session has ended; ${who}. ` +
      `${RESTORE} plimsoll user list, then enable or set each of them, then plimsoll stop clear.`,
  )
}

/**
 * Returns a sentence when existing users were lost; null otherwise. No first user is created in that case, whatever is
 * configured.
 */
const noteLostUsers = async (parts: IdentityParts, hasRun: boolean): Promise<string | null> => {
  if (!hasRun || parts.identity.listUsers().length > 0) return null
  return recordBehind(
    parts,
    `${parts.commits.path} has no users, and this data directory has run before: no first user is created. ` +
      'Restore identity.sqlite from a backup. To continue without: plimsoll user add NAME --role ADMIN, then plimsoll stop clear.',
  )
}

const recordBehind = async (
  { audit, auditId, now }: Pick<IdentityParts, 'audit' | 'auditId' | 'now'>,
  reason: string,
): Promise<string> => {
  const entry: AuditEntry = {
    auditId: auditId(),
    atMs: now(),
    epoch: null,
    actor: ENGINE,
    action: IDENTITY_BEHIND,
    target: 'identity',
    before: null,
    after: null,
    outcome: 'FOUND',
    reason,
    requestId: null,
  }
  try {
    await audit.append([entry])
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
  return reason
}

/**
 * Returns the identity findings since the ledger was last written, including findings of host commands without a
 * server.
 */
const identityFindings = async (audit: ComparedAudit, commits: StoreCommits): Promise<readonly string[]> => {
  const known = commits.audit()?.size ?? 0
  const any = {
    before: null,
    after: { seq: known },
    fromMs: null,
    toMs: null,
    actorType: null,
    actor: null,
    outcome: null,
    target: null,
  }
  const { entries } = await audit.find({ ...any, requestId: null, action: IDENTITY_BEHIND, limit: FINDINGS_MAX })
  return entries.flatMap(({ reason }) => (reason === null ? [] : [reason]))
}

const FINDINGS_MAX = 20

/** Actions that affect only sessions; all sessions end anyway when one of these is missing. */
const SESSION_ACTIONS: ReadonlySet<string> = new Set(['LOGIN', 'LOGOUT', 'SESSION_ENDED', 'TOKEN_MINT'])

/** Creates the audit trail of sign-ins over the API: entries about changes of the identity store name its commit. */
export const identityTrail = (
  audit: Pick<AuditTrail, 'append'>,
  commits: StoreCommits,
): Pick<AuditTrail, 'append'> => ({
  append: (entries) =>
    audit.append(
      entries.map((entry) => {
        const changes = entry.outcome === 'DONE' || entry.action === 'SESSION_ENDED'
        return changes ? { ...entry, commit: identityCommit(commits) } : entry
      }),
    ),
})

/** Returns the commit that an identity audit entry will belong to. */
export const identityCommit = ({ name, count }: StoreCommits): string => commitName(name, count())
