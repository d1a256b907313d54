import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { ADDRESS, addUser, harbourOn, PASSWORD, refreshFrom, signIn } from './identity-fixture.ts'

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  const user = await addUser(harbour.identity, 'Alice')
  return { ...harbour, store, user }
}

const wrong = { password: 'wrong', address: ADDRESS }
const badCredentials = { ok: false, error: { kind: 'badCredentials' } }

describe('login', () => {
  it('returns tokens and the user, and opens a session', async () => {
    const { identity, user, now } = await open()
    const signed = await signIn(identity, 'Alice')
    expect(signed).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresInSec: 900,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      sessionId: identity.sessions(user.id)[0]?.id,
      user: { id: user.id, username: 'Alice', roles: ['TRADER'], tier: 'STANDARD', mustChangePassword: false },
      usedRecoveryCode: false,
    })
    expect(identity.sessions(user.id)).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        kind: 'LOGIN',
        createdAt: now(),
        lastUsedAt: now(),
        endsAt: now() + 8 * HOUR_MS,
        address: ADDRESS,
        secondFactor: false,
      },
    ])
  })

  it('finds the name in any case', async () => {
    const { identity } = await open()
    expect((await signIn(identity, 'aLICE')).user.username).toBe('Alice')
  })

  it.each([
    { why: 'a wrong password', username: 'Alice', password: 'tall ships sail on thursdays' },
    { why: 'an unknown name', username: 'Bob', password: PASSWORD },
    { why: 'no password', username: 'Alice', password: '' },
    { why: 'a password too long to be one', username: 'Alice', password: 'x'.repeat(100_000) },
    { why: 'a name too long to be one', username: 'A'.repeat(100_000), password: PASSWORD },
    { why: 'the name of every object', username: '__proto__', password: PASSWORD },
  ])('returns no more than a failure for $why', async ({ username, password }) => {
    const { identity } = await open()
    expect(await identity.login({ username, password, address: ADDRESS })).toEqual(badCredentials)
  })

  it('gives a disabled user the answer of a wrong password', async () => {
    const { identity } = await open()
    identity.disableUser('Alice')
    expect(await identity.login({ username: 'Alice', password: PASSWORD, address: ADDRESS })).toEqual(badCredentials)
  })

  it.each([false, true])('fails when the user is disabled meanwhile; enabled again: %s', async (enabledAgain) => {
    const { identity } = await open()
    const pending = identity.login({ username: 'Alice', password: PASSWORD, address: ADDRESS })
    identity.disableUser('Alice')
    if (enabledAgain) identity.enableUser('Alice')
    expect(await pending).toEqual(badCredentials)
  })

  it('does not count an attempt for which it was too busy', async () => {
    const { identity } = await open()
    const others = Array.from({ length: 10 }, (_, i) =>
      identity.login({ username: `nobody${i}`, password: PASSWORD, address: `10.0.0.${i}` }),
    )
    const hers = await Promise.all(Array.from({ length: 5 }, () => identity.login({ ...wrong, username: 'Alice' })))
    expect(hers).toEqual(Array(5).fill({ ok: false, error: { kind: 'busy' } }))
    await Promise.all(others)
    for (let i = 0; i < 5; i++) expect(await identity.login({ ...wrong, username: 'Alice' })).toEqual(badCredentials)
  })

  it('takes as long for an unknown name, and rejects attempts beyond the queue', async () => {
    const { identity } = await open()
    const tries = Array.from({ length: 12 }, (_, i) =>
      identity.login({ username: `nobody${i}`, password: PASSWORD, address: `10.0.0.${i}` }),
    )
    const answers = (await Promise.all(tries)).map((answer) => (answer.ok ? 'signedIn' : answer.error.kind))
    expect(answers).toEqual([...Array(10).fill('badCredentials'), 'busy', 'busy'])
  })

  it('delays a name after each failure, whatever the password, and other names not at all', async () => {
    const { identity, advance } = await open()
    const bob = await addUser(identity, 'bob')
    const fail = (password = 'wrong') => identity.login({ username: 'Alice', password, address: ADDRESS })
    for (let i = 0; i < 5; i++) expect(await fail()).toEqual(badCredentials)
    expect(await fail(PASSWORD)).toEqual({ ok: false, error: { kind: 'throttled', retryAfterMs: SECOND_MS } })
    const elsewhere = { username: bob.username, password: PASSWORD, address: '198.51.100.1' }
    expect((await identity.login(elsewhere)).ok).toBe(true)
    advance(SECOND_MS)
    expect(await fail()).toEqual(badCredentials)
    expect(await fail()).toEqual({ ok: false, error: { kind: 'throttled', retryAfterMs: 2 * SECOND_MS } })
    advance(2 * SECOND_MS)
    expect((await fail(PASSWORD)).ok).toBe(true)
  })

  it('admits a user from a known address while a hundred others fail with the same name, over restarts', async () => {
    const { identity, reopen } = await open()
    await signIn(identity, 'Alice')
    identity.flush()
    const again = reopen()
    for (let i = 0; i < 100; i++) await again.login({ username: 'Alice', password: 'wrong', address: `10.0.0.${i}` })
    const from = (address: string) => again.login({ username: 'Alice', password: PASSWORD, address })
    expect(await from('198.51.100.1')).toMatchObject({ ok: false, error: { kind: 'throttled' } })
    expect((await from(ADDRESS)).ok).toBe(true)
  })

  it('never locks a name: after any number of failures the right password works when the wait is over', async () => {
    const { identity, advance } = await open()
    for (let i = 0; i < 120; i++) {
      advance(15 * MINUTE_MS)
      await identity.login({ ...wrong, username: 'Alice' })
    }
    advance(15 * MINUTE_MS)
    expect((await identity.login({ username: 'Alice', password: PASSWORD, address: ADDRESS })).ok).toBe(true)
  })

  it('reports that there are no users yet instead of rejecting the password', async () => {
    const { identity } = harbourOn(temporaryStore())
    const early = await identity.login({ username: 'admin', password: PASSWORD, address: ADDRESS })
    expect(early).toEqual({ ok: false, error: { kind: 'noUsers' } })
  })

  it('checks the password of a user at a known address first when many unknown callers wait', async () => {
    const { identity } = await open()
    await signIn(identity, 'Alice')
    const strangers = Array.from({ length: 12 }, (_, i) =>
      identity.login({ username: `nobody${i}`, password: PASSWORD, address: `10.0.0.${i}` }),
    )
    const hers = identity.login({ username: 'Alice', password: PASSWORD, address: ADDRESS }).then(() => 'hers')
    expect((await hers) === 'hers' && (await Promise.all(strangers)).filter(({ ok }) => ok)).toEqual([])
    expect((await identity.login({ username: 'Alice', password: PASSWORD, address: ADDRESS })).ok).toBe(true)
  })

  it('leaves the sessions of an attacked name alone', async () => {
    const { identity } = await open()
    const before = await signIn(identity, 'Alice')
    for (let i = 0; i < 10; i++) await identity.login({ username: 'Alice', password: 'wrong', address: `10.0.0.${i}` })
    expect((await identity.authenticate(before.accessToken)).ok).toBe(true)
    expect((await refreshFrom(identity, before.refreshToken)).ok).toBe(true)
  })

  it('renews the hash when the cost has been raised, and ends nothing', async () => {
    const { identity, store } = await open()
    const before = await signIn(identity, 'Alice')
    const dearer = harbourOn(store, { memoryKiB: 512, passes: 1, parallelism: 1 })
    await signIn(dearer.identity, 'Alice')
    expect(store.users()[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=512,/)
    expect((await dearer.identity.authenticate(before.accessToken)).ok).toBe(true)
    expect(
      (await signIn(harbourOn(store, { memoryKiB: 512, passes: 1, parallelism: 1 }).identity, 'Alice')).user.username,
    ).toBe('Alice')
  })

  it('allows at most fifty logins of a user and ends the least recently used', async () => {
    const { identity, user, advance } = await open()
    const first = await signIn(identity, 'Alice')
    advance(MINUTE_MS)
    const second = await signIn(identity, 'Alice')
    advance(MINUTE_MS)
    await identity.authenticate(first.accessToken)
    for (let i = 0; i < 49; i++) await signIn(identity, 'Alice')
    expect(identity.sessions(user.id)).toHaveLength(50)
    expect((await identity.authenticate(first.accessToken)).ok).toBe(true)
    expect((await identity.authenticate(second.accessToken)).ok).toBe(false)
  })

  it('retains last uses to the minute over a restart, once they are flushed', async () => {
    const { identity, user, advance, now, reopen } = await open()
    const { accessToken } = await signIn(identity, 'Alice')
    advance(5 * MINUTE_MS)
    await identity.authenticate(accessToken)
    identity.flush()
    advance(MINUTE_MS - 1)
    identity.recall(accessToken)
    expect(reopen().sessions(user.id)[0]?.lastUsedAt).toBe(now() - MINUTE_MS + 1)
  })
})
