/**
 * Users and sessions of a server: opens them in the data directory or in a shared store, creates the first ADMIN, and
 * writes and removes the file with its generated password.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresIdentityStore } from '../adapters/store/postgres/identity-store.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import { openIdentityStore } from '../adapters/store/sqlite/identity/identity-store.ts'
import { readingDatabase } from '../adapters/store/sqlite/store-error.ts'
import type { Config } from '../config/config.ts'
import { StartError } from '../core/errors.ts'
import { every } from '../core/every.ts'
import type { MakeId } from '../core/id.ts'
import { MINUTE_MS } from '../core/instant.ts'
import type { Clock } from '../engine/model/ports.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'

/** Opens the users and sessions of a data directory; their last activity is written once a minute. */
export const openIdentity = (config: Config, { ids, clock, wallClock, resources }: IdentityOpening): OpenIdentity => {
  const path = join(config.dataDir, 'identity.sqlite')
  const store = resources.adopt(openIdentityStore(path), (opened) => opened.close())
  const identity = readingDatabase(path, () => createIdentity({ store, clock, wallClock, ids, policy: config.signIn }))
  const settle = (): void => {
    identity.flush()
    removeFirstPassword(config.dataDir, identity)
  }
  removeFirstPassword(config.dataDir, identity)
  const stopSettling = every(MINUTE_MS, settle)
  resources.defer(() => {
    stopSettling()
    settle()
  })
  return { identity, commits: store.commits }
}

interface IdentityOpening {
  readonly ids: MakeId
  readonly clock: Clock
  readonly wallClock: Clock
  readonly resources: AsyncDisposableStack
}

export interface OpenIdentity {
  readonly identity: Identity
  readonly commits: StoreCommits
}

/** The first ADMIN, if created by this start; the password only if it was generated. */
export type FirstAdmin = { readonly username: string; readonly generatedPassword: string | null } | undefined

/** Users and sessions in the shared store. */
export interface SharedIdentity {
  readonly users: PostgresIdentityStore
  /** Returns the number of the newest change. Rejects with a `StoreFailure` while the store does not respond. */
  readVersion(): Promise<number>
}

/** Interval at which a gateway reads changes to users and sessions made elsewhere. */
const CATCH_UP_EVERY_MS = 500

/** Opens the users and sessions shared by all gateways. */
export const openSharedIdentity = async (
  config: Config,
  { users, readVersion }: SharedIdentity,
  { ids, clock, wallClock, resources }: IdentityOpening,
): Promise<Identity> => {
  const store = resources.adopt(users, (opened) => opened.close())
  let version = await readVersion()
  const hasChanged = async (): Promise<boolean> => {
    const before = version
    version = await readVersion().catch(() => before)
    return version !== before
  }
  const identity = createIdentity({ store, clock, wallClock, ids, policy: config.signIn, hasChanged })
  const stopCatchingUp = every(CATCH_UP_EVERY_MS, () => identity.catchUp().catch(() => {}))
  const stopSettling = every(MINUTE_MS, identity.flush)
  resources.defer(() => {
    stopCatchingUp()
    stopSettling()
    identity.flush()
  })
  return identity
}

/** Creates the first user if none has ever existed, once `after` has resolved, if given. */
export const makeFirstAdmin = async (
  { bootstrapAdmin }: Config,
  identity: Identity,
  { hasLostUsers, after }: { readonly hasLostUsers: boolean; readonly after?: Promise<unknown> },
): Promise<FirstAdmin> => {
  if (hasLostUsers) return undefined
  const made = await identity.bootstrap({ ...bootstrapAdmin, ...(after && { after }) })
  if (made.ok) return { username: made.value.user.username, generatedPassword: made.value.generatedPassword }
  // Another gateway that starts at the same time may have created the user.
  if (made.error.kind === 'usersExist' || made.error.kind === 'usernameTaken') return undefined
  throw new StartError(`PLIMSOLL_BOOTSTRAP_ADMIN cannot be used (${made.error.kind}). Specify it as name:password.`)
}

const pathIn = (dataDir: string): string => join(dataDir, 'first-password')

/**
 * Writes the generated password of the first user to a file readable only by its owner, when the output is not a
 * terminal, so that the password does not end up in a log. Returns the path.
 */
export const writeFirstPassword = (
  dataDir: string,
  { username, password }: { readonly username: string; readonly password: string },
): string => {
  const path = pathIn(dataDir)
  writeFileSync(path, `${username}:${password}\n`, { mode: 0o600, flag: 'wx' })
  return path
}

/** Removes the file once the user's password has changed. */
export const removeFirstPassword = (dataDir: string, identity: Pick<Identity, 'listUsers'>): void => {
  const path = pathIn(dataDir)
  const username = readUsername(path)
  if (username === undefined) return
  const user = identity.listUsers().find((listed) => listed.username === username)
  if (user?.passwordOrigin !== 'GENERATED') rmSync(path, { force: true })
}

const readUsername = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').split(':')[0]
  } catch {
    return undefined
  }
}
