/**
 * Test cases that every identity store must pass, whatever database it uses, with their sample users, sessions and
 * keys.
 */

import { expect } from 'vitest'
import { DAY_MS } from '../core/instant.ts'
import { aUser, START } from './identity-fixture.ts'
import type { IdentityStore } from './identity-store.ts'
import type { SigningKey } from './key-pair.ts'
import type { RefreshToken } from './refresh-token.ts'
import type { Session } from './session.ts'

interface StoreCase {
  readonly title: string
  check(under: StoreUnderTest): void
}

const user = aUser({
  grants: new Map([
    ['alts', ['VIEWER']],
    ['hedge', ['OPERATOR', 'TRADER']],
  ]),
})

const aSession = (changes: Partial<Session> = {}): Session => ({
  id: 'ses_01JGFJJZ00000000000000000A',
  userId: user.id,
  kind: 'LOGIN',
  createdAt: START,
  lastUsedAt: START,
  endsAt: START + DAY_MS,
  secondFactor: false,
  revokedAt: null,
  address: '192.0.2.7',
  accounts: ['hedge', 'main'],
  ...changes,
})

const aToken = (changes: Partial<RefreshToken> = {}): RefreshToken => ({
  hash: 'first',
  sessionId: aSession().id,
  createdAt: START,
  spentAt: null,
  successor: null,
  spentFrom: null,
  ...changes,
})

const aKey = (changes: Partial<SigningKey> = {}): SigningKey => ({
  kid: 'k-2026-01-02-a',
  jwk: { kty: 'OKP', crv: 'Ed25519', x: 'public', d: 'private' },
  createdAt: START,
  usedUntil: START,
  ...changes,
})

/** The cases; run each on an empty store. */
export const IDENTITY_STORE_CASES: readonly StoreCase[] = [
  {
    title: 'begins empty',
    check: ({ store }) => {
      expect(store.users()).toEqual([])
      expect(store.liveSessions(START)).toEqual([])
      expect(store.signingKeys()).toEqual([])
      expect(store.loginFailures()).toEqual([])
      expect(store.knownAddresses()).toEqual([])
      expect(store.findRefreshToken('first')).toBeUndefined()
    },
  },
  {
    title: 'returns all stored data after it was reopened',
    check: ({ store, reopen }) => {
      const disabled = aUser({
        id: 'usr_01JGFJJZ00000000000000000B',
        username: 'bob',
        passwordWeak: true,
        disabledAt: 7,
      })
      store.insertUser(user)
      store.insertUser(disabled)
      store.insertSession(aSession(), aToken())
      store.saveSigningKey(aKey())
      store.saveLoginFailures([{ userId: user.id, count: 3, lastAt: START }])
      const again = reopen()
      expect(again.users()).toEqual([user, disabled])
      expect(again.liveSessions(START)).toEqual([aSession()])
      expect(again.findRefreshToken('first')).toEqual(aToken())
      expect(again.signingKeys()).toEqual([aKey()])
      expect(again.loginFailures()).toEqual([{ userId: user.id, count: 3, lastAt: START }])
    },
  },
  {
    title: 'refuses a name that is taken in another case',
    check: ({ store }) => {
      expect(store.insertUser(user)).toBe(true)
      expect(store.insertUser(aUser({ id: 'usr_01JGFJJZ00000000000000000B', username: 'ALICE' }))).toBe(false)
      expect(store.users()).toEqual([user])
    },
  },
  {
    title: 'changes a user and revokes only that user’s sessions',
    check: ({ store, reopen }) => {
      const other = aUser({ id: 'usr_01JGFJJZ00000000000000000B', username: 'bob' })
      const others = aSession({ id: 'ses_01JGFJJZ00000000000000000B', userId: other.id })
      store.insertUser(user)
      store.insertUser(other)
      store.insertSession(aSession(), null)
      store.insertSession(others, null)
      const revised = { ...user, authorisation: 2, disabledAt: START + 1 }
      store.updateUserAndRevoke(revised, START + 1)
      const again = reopen()
      expect(again.users()).toEqual([revised, other])
      expect(again.liveSessions(START)).toEqual([others])
    },
  },
  {
    title: 'changes a user and keeps its sessions unless they are to be revoked',
    check: ({ store }) => {
      store.insertUser(user)
      store.insertSession(aSession(), null)
      store.updateUser({ ...user, passwordHash: '$scrypt$other' })
      expect(store.users()).toEqual([{ ...user, passwordHash: '$scrypt$other' }])
      expect(store.liveSessions(START)).toEqual([aSession()])
    },
  },
  {
    title: 'shows no session that is revoked or past its end',
    check: ({ store }) => {
      store.insertUser(user)
      store.insertSession(aSession(), null)
      store.insertSession(aSession({ id: 'ses_01JGFJJZ00000000000000000B', endsAt: START + 10 }), null)
      store.insertSession(aSession({ id: 'ses_01JGFJJZ00000000000000000C' }), null)
      store.revokeSession('ses_01JGFJJZ00000000000000000C', START)
      expect(store.liveSessions(START + 10)).toEqual([aSession()])
    },
  },
  {
    title: 'keeps last uses',
    check: ({ store, reopen }) => {
      store.insertUser(user)
      store.insertSession(aSession({ kind: 'HOST_TOKEN', address: null }), null)
      store.saveLastUses([{ id: aSession().id, lastUsedAt: START + 60_000 }])
      const again = reopen()
      expect(again.liveSessions(START)).toEqual([
        aSession({ kind: 'HOST_TOKEN', address: null, lastUsedAt: START + 60_000 }),
      ])
    },
  },
  {
    title: 'forgets a session past its end with its refresh tokens, and keeps the others',
    check: ({ store }) => {
      store.insertUser(user)
      store.insertSession(aSession({ endsAt: START + 10 }), aToken())
      const retained = aSession({ id: 'ses_01JGFJJZ00000000000000000B' })
      store.insertSession(retained, aToken({ hash: 'kept', sessionId: retained.id }))
      store.purgeSessions(START + 10)
      expect(store.findRefreshToken('first')).toBeUndefined()
      expect(store.findRefreshToken('kept')).toBeDefined()
      expect(store.liveSessions(START)).toEqual([retained])
    },
  },
  {
    title: 'exchanges a refresh token for its successor in one go',
    check: ({ store, reopen }) => {
      store.insertUser(user)
      store.insertSession(aSession(), aToken())
      const spent = aToken({ spentAt: START + 5, successor: 'second', spentFrom: '192.0.2.7' })
      const next = aToken({ hash: 'second', createdAt: START + 5 })
      expect(store.rotateRefreshToken(spent, next)).toBe(true)
      const again = reopen()
      expect(again.findRefreshToken('first')).toEqual(spent)
      expect(again.findRefreshToken('second')).toEqual(next)
    },
  },
  {
    title: 'exchanges a refresh token once',
    check: ({ store }) => {
      store.insertUser(user)
      store.insertSession(aSession(), aToken())
      const spent = aToken({ spentAt: START + 5, successor: 'second', spentFrom: '192.0.2.7' })
      expect(store.rotateRefreshToken(spent, aToken({ hash: 'second' }))).toBe(true)
      const again = aToken({ spentAt: START + 6, successor: 'third', spentFrom: '192.0.2.8' })
      expect(store.rotateRefreshToken(again, aToken({ hash: 'third' }))).toBe(false)
      expect(store.findRefreshToken('first')).toEqual(spent)
      expect(store.findRefreshToken('third')).toBeUndefined()
    },
  },
  {
    title: 'lists signing keys oldest first, changes and deletes them',
    check: ({ store }) => {
      const newer = aKey({ kid: 'k-2026-04-02-b', createdAt: START + 90 * DAY_MS })
      store.saveSigningKey(newer)
      store.saveSigningKey(aKey())
      store.saveSigningKey(aKey({ usedUntil: START + 1 }))
      expect(store.signingKeys()).toEqual([aKey({ usedUntil: START + 1 }), newer])
      store.deleteSigningKey(aKey().kid)
      expect(store.signingKeys()).toEqual([newer])
    },
  },
  {
    title: 'forgets failed sign-ins counted as zero',
    check: ({ store }) => {
      store.insertUser(user)
      store.saveLoginFailures([{ userId: user.id, count: 3, lastAt: START }])
      store.saveLoginFailures([{ userId: user.id, count: 4, lastAt: START + 1 }])
      expect(store.loginFailures()).toEqual([{ userId: user.id, count: 4, lastAt: START + 1 }])
      store.saveLoginFailures([{ userId: user.id, count: 0, lastAt: 0 }])
      expect(store.loginFailures()).toEqual([])
    },
  },
  {
    title: 'replaces the known addresses of a user',
    check: ({ store, reopen }) => {
      store.insertUser(user)
      const known = (address: string, lastAt: number) => ({ userId: user.id, address, lastAt })
      store.saveKnownAddresses(user.id, [known('192.0.2.7', START), known('2001:db8:0:0::/64', START + 1)])
      store.saveKnownAddresses(user.id, [known('2001:db8:0:0::/64', START + 2)])
      expect(reopen().knownAddresses()).toEqual([known('2001:db8:0:0::/64', START + 2)])
    },
  },
]

/** A store under test, and a function that closes and reopens it. */
interface StoreUnderTest {
  readonly store: IdentityStore
  reopen(): IdentityStore
}
