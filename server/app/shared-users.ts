/**
 * Host commands for the users and tokens of a shared store, and their refusal on a data directory that only copies a
 * shared account.
 */

import { readAccount } from '../adapters/store/account-directory.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { StoreFailure } from '../core/errors.ts'
import type { MakeId } from '../core/id.ts'
import type { AuditTrail, Clock } from '../engine/model/ports.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import { rightsIn } from '../host/key-verbs.ts'
import { USER_VERBS, userVerbs } from '../host/user-verbs.ts'
import { HostRefusal, type VerbTable } from '../host/verb.ts'
import { createIdentity } from '../identity/identity.ts'
import type { IdentityStore } from '../identity/identity-store.ts'

/**
 * Host commands for the users and tokens of a shared store, which is opened for each command; one command at a time.
 */
export const sharedUserVerbs = (parts: SharedUsersParts): VerbTable => {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn =
    (name: string) =>
    (args: unknown): Promise<unknown> => {
      const done = turn.then(() => carryOut(parts, name, args))
      turn = done.catch(() => {})
      return done
    }
  return Object.fromEntries(USER_VERBS.map((name) => [name, inTurn(name)]))
}

interface Closable {
  close(): void | Promise<void>
}

interface SharedUsersParts {
  /** Opens the users and sessions of all gateways. */
  readonly openUsers: () => Promise<IdentityStore & Closable>
  /** Opens the audit log of this host. */
  readonly openAudit: () => Pick<AuditTrail, 'append'> & Closable
  /** Epoch of the run; null outside of a run. */
  readonly epoch: () => number | null
  readonly ids: MakeId
  readonly clock: Clock
}

const carryOut = async (
  { openUsers, openAudit, epoch, ids, clock }: SharedUsersParts,
  name: string,
  args: unknown,
): Promise<unknown> => {
  await using resources = new AsyncDisposableStack()
  const opening = openUsers().catch(refuseAway)
  const store = resources.adopt(await opening, (opened) => opened.close())
  const audit = resources.adopt(openAudit(), (opened) => opened.close())
  const identity = createIdentity({ store, clock, ids })
  const record = { audit, auditId: () => ids('aud'), now: clock, epoch, describeRights: rightsIn(identity) }
  try {
    return await auditedVerbs(userVerbs(identity), record)[name]?.(args)
  } catch (error) {
    return refuseAway(error)
  } finally {
    identity.flush()
  }
}

const refuseAway = (error: unknown): never => {
  if (!(error instanceof StoreFailure || error instanceof StoreError)) throw error
  throw new HostRefusal('STORE_UNREACHABLE', error.message, 'Check the shared store, then repeat the command.')
}

/**
 * Host commands on the data directory of an account in a shared store that cannot be changed from here: every command
 * that would change the copy on this host is refused.
 */
export const refusedOnCopies = (dataDir: string): VerbTable => {
  const account = readAccount(dataDir)?.account
  const belongs = `Nothing was changed: the data directory ${dataDir} belongs to the account ${account} of a shared store, which contains the users.`
  const refuse = (message: string, remedy: string) => async () => {
    throw new HostRefusal('ACCOUNT_IS_SHARED', message, remedy)
  }
  const needStore = refuse(belongs, 'Add --store-file FILE with the URL of the store, as for the engine.')
  return {
    ...Object.fromEntries(USER_VERBS.map((name) => [name, needStore])),
    'paper.reset': refuse(
      `Nothing was changed: the paper account of ${account} is in a shared store.`,
      'To start over, choose another --account.',
    ),
  }
}
