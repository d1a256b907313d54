/** Moves an account with its users from a data directory into a shared store, or back. */

import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readAccount, refuseAccountDirectory, releaseDirectory } from '../adapters/store/account-directory.ts'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import { beginCopies, endCopies } from '../adapters/store/postgres/projection.ts'
import { openIdentityStore } from '../adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import { engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { venueStorePath } from '../adapters/store/sqlite/venue-store.ts'
import { snapshotPath } from '../adapters/store/upkeep/ledger-snapshot.ts'
import { drainOutboxes } from '../adapters/store/writer/audit-outbox.ts'
import type { Config } from '../config/config.ts'
import { stateName } from '../config/market.ts'
import { StartError } from '../core/errors.ts'
import type { Clock } from '../engine/model/ports.ts'
import { buildDigest } from '../evidence/host/build.ts'
import type { IdentityStore } from '../identity/identity-store.ts'
import { PROJECT_ROOT } from '../project.ts'
import { newestEpochIn } from './control.ts'
import { moveUsersIn, moveUsersOut } from './move-users.ts'
import { connectSharedStore, type SharedStoreConnection } from './shared-store.ts'

/**
 * Moves the account of a data directory into the shared store, where other hosts can use it; the directory becomes the
 * copy of this host. Rejects with a `StartError` when a server uses the directory, it has no such account, or the store
 * already has it. It can be repeated after an interruption. Resolves with the user names already taken in the store;
 * these users were not moved.
 */
export const moveToStore = (parts: MoveParts): Promise<readonly string[]> =>
  withMove(parts, async ({ dataDir, directory, store, clock }) => {
    refuseAccountDirectory(dataDir)
    if (!existsSync(engineStorePath(directory))) {
      throw new StartError(
        `${directory} does not exist. Specify the account that you traded with --exchange and --execution.`,
      )
    }
    const last = await store.lease.read()
    if (last.holder !== null || (await store.logs.engine.newest()) > 0) {
      throw new StartError(`The account ${store.account} exists in the store. Choose another --account.`)
    }
    await moveAuditEntries(dataDir, clock)
    const epoch = Math.max(last.epoch, await newestEpoch(dataDir, directory))
    beginCopies(directory)
    await putCheckpoint(directory, store)
    await store.lease.raise(epoch)
    const taken = await withUsers(dataDir, store, (own, shared) => moveUsersIn({ from: own, to: shared, now: clock() }))
    store.claim()
    return taken
  })

export interface MoveParts {
  readonly config: Config
  readonly clock: Clock
  readonly makeUuid: () => string
}

interface Move {
  readonly dataDir: string
  /** Folder of the account in the data directory. */
  readonly directory: string
  readonly store: SharedStoreConnection
  readonly clock: Clock
}

/**
 * Moves an account out of the shared store into the data directory of this host, which then runs on its own with
 * `plimsoll start`. Rejects with a `StartError` while an engine has the lease. It can be repeated after an
 * interruption.
 */
export const moveFromStore = (parts: MoveParts): Promise<void> =>
  withMove(parts, async ({ dataDir, directory, store, clock }) => {
    if (!readAccount(dataDir)) {
      throw new StartError(
        `The data directory ${dataDir} is not a copy of an account. Run this on the host of one of its engines.`,
      )
    }
    if (!(await store.isMovedOut())) await moveOut(store, parts.makeUuid())
    await withUsers(dataDir, store, (own, shared) => moveUsersOut({ from: shared, to: own, now: clock() }))
    endCopies(directory)
    releaseDirectory(dataDir)
  })

/** Stores the databases as they were before the first batch. */
const putCheckpoint = async (directory: string, { checkpoints, snapshots }: SharedStoreConnection): Promise<void> => {
  const engine = openEngineStore(directory)
  const facts = engine.journal.newest()
  engine.close()
  const files = [
    { name: 'engine', path: engineStorePath(directory) },
    { name: 'exchange', path: venueStorePath(directory) },
    { name: 'ledger', path: snapshotPath(directory) },
  ] as const
  await snapshots.refuse()
  await checkpoints.put({
    checkpoint: { number: 0, exchange: 0, facts, host: hostname(), build: buildDigest(PROJECT_ROOT) },
    files: files.filter(({ path }) => existsSync(path)),
    epoch: null,
  })
}

/**
 * Copies what is missing here and closes the account in the store, with the lease so that no engine appends meanwhile.
 */
const moveOut = async (store: SharedStoreConnection, holder: string): Promise<void> => {
  const { account, lease } = store
  const last = await lease.read()
  if (last.holder !== null) {
    throw new StartError(`An engine has the lease of the account ${account}. Stop all of its engines first.`)
  }
  const epoch = last.epoch + 1
  if (!(await lease.take({ last, epoch, holder, host: store.claim() }))) {
    throw new StartError(`An engine has just taken the lease of the account ${account}. Stop it first.`)
  }
  const projection = await store.openProjection()
  while (!(await projection.follow()));
  projection.close()
  await store.moveOut()
  await lease.release(epoch)
}

const withMove = async <T>({ config, makeUuid, clock }: MoveParts, move: (parts: Move) => Promise<T>): Promise<T> => {
  const { shared, dataDir, market } = config
  if (!shared) throw new StartError('Name the account and the store: --account NAME and --store-file FILE.')
  await using resources = new AsyncDisposableStack()
  resources.adopt(lockDataDirectory(dataDir), ({ release }) => release())
  const store = await connectSharedStore(config, shared, { makeUuid, resources })
  return await move({ dataDir, directory: join(dataDir, stateName(market)), store, clock })
}

/** Opens the users of the data directory and of the store. */
const withUsers = async <T>(
  dataDir: string,
  store: SharedStoreConnection,
  work: (own: IdentityStore, shared: IdentityStore) => T,
): Promise<T> => {
  const { users } = await store.openIdentity()
  const own = openIdentityStore(join(dataDir, 'identity.sqlite'))
  try {
    return work(own, users)
  } finally {
    own.close()
    await users.close()
  }
}

/** Moves the entries that a crash left in the database to the audit log of this host, where they belong. */
const moveAuditEntries = async (dataDir: string, clock: Clock): Promise<void> => {
  const audit = openAuditLog({ directory: join(dataDir, 'audit'), clock })
  await drainOutboxes(dataDir, audit)
  audit.close()
}

/** Returns the newest epoch in the journal and the audit log. */
const newestEpoch = async (dataDir: string, directory: string): Promise<number> => {
  const store = openEngineStore(directory)
  let epoch = await newestEpochIn(auditFiles(join(dataDir, 'audit')))
  for (const fact of store.journal.read()) if (fact.kind === 'runStarted') epoch = Math.max(epoch, fact.epoch)
  store.close()
  return epoch
}
