/**
 * Host commands on a data directory that no server uses (users, keys, paper account), executed in the command's own
 * process.
 */

import { join } from 'node:path'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { readAccount } from '../adapters/store/account-directory.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import { openIdentityStore } from '../adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import { readingDatabase, StoreError } from '../adapters/store/sqlite/store-error.ts'
import { drainOutboxes } from '../adapters/store/writer/audit-outbox.ts'
import type { SharedStoreConfig } from '../config/shared-store.ts'
import { unlessAway } from '../core/errors.ts'
import type { MakeId } from '../core/id.ts'
import type { Clock } from '../engine/model/ports.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import type { DirectHost } from '../host/call-host.ts'
import { keyVerbs, rightsIn } from '../host/key-verbs.ts'
import { paperVerbs } from '../host/paper-verbs.ts'
import { userVerbs } from '../host/user-verbs.ts'
import { createIdentity } from '../identity/identity.ts'
import { compareIdentity, identityCommit } from './compare-stores.ts'
import { migrateData } from './migrate-data.ts'
import { refusedOnCopies, sharedUserVerbs } from './shared-users.ts'

/** Opens the host commands on a data directory that no process uses; they are audited like commands of a server. */
export const openDirect = async (parts: DirectParts): Promise<DirectHost> => {
  const account = readAccount(parts.dataDir)?.account
  return account === undefined ? openOwn(parts) : openCopy(parts, account)
}

interface DirectParts {
  readonly dataDir: string
  /** Returns the location of an account's shared store, if known. */
  readonly findStore: (account: string) => Pick<SharedStoreConfig, 'url'> | undefined
  /** Creates a globally unique identifier. */
  readonly makeUuid: () => string
  readonly ids: MakeId
  readonly clock: Clock
}

/** Opens the commands on a data directory with its own users. */
const openOwn = async ({ dataDir, ids, clock }: DirectParts): Promise<DirectHost> => {
  const lock = lockDataDirectory(dataDir)
  await migrateData(dataDir, clock).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const path = join(dataDir, 'identity.sqlite')
  const store = openIdentityStore(path)
  const identity = readingDatabase(path, () => createIdentity({ store, clock, ids }))
  const audit = openAuditLog({ directory: join(dataDir, 'audit'), clock })
  await drainOutboxes(dataDir, audit)
  const { commits } = store
  const dated = { audit, auditId: () => ids('aud'), now: clock }
  await compareIdentity({ ...dated, commits, identity })
  const onRecord = {
    ...dated,
    epoch: () => null,
    describeRights: rightsIn(identity),
    identityCommit: () => identityCommit(commits),
  }
  return {
    verbs: auditedVerbs(
      { ...userVerbs(identity), ...keyVerbs(openKeyring(dataDir)), ...paperVerbs(dataDir, clock) },
      onRecord,
    ),
    close() {
      identity.flush()
      audit.close()
      store.close()
      lock.release()
    },
  }
}

/** Opens the commands on the data directory of an account in a shared store, which contains the users. */
const openCopy = async (parts: DirectParts, account: string): Promise<DirectHost> => {
  const { dataDir, findStore, makeUuid, ids, clock } = parts
  const store = findStore(account)
  const resources = new AsyncDisposableStack()
  resources.adopt(lockDataDirectory(dataDir), ({ release }) => release())
  const log = openAuditLog({ directory: join(dataDir, 'audit'), clock })
  resources.defer(log.close)
  await drainOutboxes(dataDir, log)
  const audit = { append: log.append, close: () => {} }
  const record = { audit, auditId: () => ids('aud'), now: clock, epoch: () => null, describeRights: () => null }
  const ofKeys = auditedVerbs(keyVerbs(openKeyring(dataDir)), record)
  const close = () => resources.disposeAsync()
  if (!store) return { verbs: { ...refusedOnCopies(dataDir), ...ofKeys }, close }
  const openUsers = async () => {
    const { openUserStore } = await import('./shared-store.ts')
    const { users, audit: copies } = await openUserStore(dataDir, { account, url: store.url }, { makeUuid, resources })
    return { ...users, close: () => copies.copy().catch(unlessAway).finally(users.close) }
  }
  const shared = sharedUserVerbs({ openUsers, openAudit: () => audit, epoch: () => null, ids, clock })
  return { verbs: { ...refusedOnCopies(dataDir), ...ofKeys, ...shared }, close }
}

/** Refuses a shared store for the users of a data directory that does not belong to one. */
export const refuseUnboundDirectory = (dataDir: string): void => {
  if (readAccount(dataDir)) return
  throw new StoreError(
    `The data directory ${dataDir} belongs to no account of a shared store. Specify that of an engine or a gateway of this host with --data-dir, or omit --store-file.`,
  )
}
