import { StoreFailure } from '../core/errors.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import { NO_GRANTS } from './grants.ts'
import { createIdentity, type Identity } from './identity.ts'
import { aroundWrites, type IdentityStore } from './identity-store.ts'
import type { Argon2Cost } from './password-hash.ts'
import type { Role } from './role.ts'
import { DEFAULT_POLICY, type SignInPolicy } from './session.ts'
import type { User } from './user.ts'

/** Argon2id parameters for tests: the real algorithm at a hundredth of the cost. */
export const CHEAP: Argon2Cost = { memoryKiB: 256, passes: 1, parallelism: 1 }

export const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

export const ADDRESS = '192.0.2.7'
export const PASSWORD = 'tall ships sail on wednesdays'

/** Identity on a store, with a clock set by the test and seeded random numbers. */
export interface IdentityFixture {
  readonly identity: Identity
  now(): number
  advance(ms: number): void
  /** Returns another identity on the same store, as after a restart. */
  reopen(): Identity
}

export const harbourOn = (
  store: IdentityStore,
  hashCost: Argon2Cost = CHEAP,
  policy: Partial<SignInPolicy> = {},
): IdentityFixture => {
  let now = START
  const random = createRandom(1)
  const clock = (): number => now
  const randomBytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => Math.floor(random() * 256))
  const open = (): Identity =>
    createIdentity({
      store,
      clock,
      randomBytes,
      ids: createIds({ now: clock, random }),
      hashCost,
      policy: { ...DEFAULT_POLICY, ...policy },
    })
  return {
    identity: open(),
    now: clock,
    advance: (ms) => {
      now += ms
    },
    reopen: open,
  }
}

/** Wraps a store with a disk that can be filled; while it is full, nothing can be written. */
export const fillableStore = (store: IdentityStore, disk: { readonly full: boolean }): IdentityStore =>
  aroundWrites(store, (write) => {
    if (disk.full) throw new StoreFailure('the disk is full')
    return write()
  })

/** Adds a user with `PASSWORD`. */
export const addUser = async (identity: Identity, username: string, roles: readonly Role[] = ['TRADER']) => {
  const added = await identity.addUser({ username, roles, tier: 'STANDARD', password: PASSWORD })
  if (!added.ok) throw new Error(added.error.kind)
  return added.value.user
}

export const signIn = async (identity: Identity, username: string, password = PASSWORD) => {
  const signed = await identity.login({ username, password, address: ADDRESS })
  if (!signed.ok) throw new Error(signed.error.kind)
  return signed.value
}

/** Sends a refresh token from `address`. */
export const refreshFrom = (identity: Identity, refreshToken: string, address = ADDRESS) =>
  identity.refresh({ refreshToken, address })

export const aUser = (changes: Partial<User> = {}): User => ({
  id: 'usr_01JGFJJZ00000000000000000A',
  username: 'alice',
  roles: ['VIEWER', 'TRADER'],
  grants: NO_GRANTS,
  tier: 'PRO',
  passwordHash: '$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA',
  passwordOrigin: 'CHOSEN',
  passwordWeak: false,
  passwordSetAt: START,
  secondFactor: null,
  authorisation: 1,
  createdAt: START,
  disabledAt: null,
  ...changes,
})
