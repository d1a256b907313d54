import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { StoreFailure } from '../core/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/instant.ts'
import { ADDRESS, addUser, fillableStore, harbourOn, PASSWORD, signIn } from './identity-fixture.ts'
import type { SessionId } from './session.ts'

const NEXT = 'a harbour with forty lanterns'

const open = async () => {
  const disk = { full: false }
  const harbour = harbourOn(fillableStore(temporaryStore(), disk))
  const { identity } = harbour
  const user = await addUser(identity, 'alice')
  const mine = await signIn(identity, 'alice')
  const other = await signIn(identity, 'alice')
  const proof = { sessionId: mine.sessionId, password: PASSWORD, address: ADDRESS }
  const isLive = async (token: string) => (await identity.authenticate(token)).ok
  return { ...harbour, disk, user, mine, other, proof, isLive }
}

describe('changing the own password', () => {
  it('ends the other logins, and retains this session and host tokens', async () => {
    const { identity, mine, other, proof, isLive } = await open()
    const minted = await identity.mintToken({ username: 'alice' })
    expect(await identity.changePassword(proof, NEXT)).toEqual({ ok: true, value: { ended: 1 } })
    expect(await isLive(mine.accessToken)).toBe(true)
    expect(await isLive(other.accessToken)).toBe(false)
    expect(minted.ok && (await isLive(minted.value.accessToken))).toBe(true)
    await expect(signIn(identity, 'alice', PASSWORD)).rejects.toThrow('badCredentials')
    expect((await signIn(identity, 'alice', NEXT)).user.mustChangePassword).toBe(false)
  })

  it('is refused with a wrong password, which counts as a failed login', async () => {
    const { identity, proof } = await open()
    const wrong = { ...proof, password: 'wrong' }
    for (let i = 0; i < 5; i++) {
      expect(await identity.changePassword(wrong, NEXT)).toEqual({ ok: false, error: { kind: 'passwordMismatch' } })
    }
    expect(await identity.changePassword(proof, NEXT)).toMatchObject({ error: { kind: 'throttled' } })
  })

  it.each([
    ['short', 'passwordTooShort'],
    ['x'.repeat(129), 'passwordTooLong'],
    ['sunshine1', 'passwordGuessable'],
    ['Trustno1!', 'passwordGuessable'],
    ['1qaz2wsx3edc', 'passwordGuessable'],
    ['alicealicealice', 'passwordGuessable'],
    ['Chelsea1905', 'passwordGuessable'],
    [PASSWORD, 'passwordUnchanged'],
  ])('is refused with %s', async (password, kind) => {
    const { identity, proof } = await open()
    expect(await identity.changePassword(proof, password)).toMatchObject({ ok: false, error: { kind } })
  })

  it('is rejected when the session ends while the password is checked', async () => {
    const { identity, proof } = await open()
    const pending = identity.changePassword(proof, NEXT)
    identity.logout(proof.sessionId)
    expect(await pending).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
    expect((await signIn(identity, 'alice')).user.username).toBe('alice')
  })

  it('rejects a login with the old password that is being checked meanwhile', async () => {
    const { identity, proof } = await open()
    const changing = identity.changePassword(proof, NEXT)
    const logins = [1, 2, 3, 4].map(() => identity.login({ username: 'alice', password: PASSWORD, address: ADDRESS }))
    expect((await changing).ok).toBe(true)
    await Promise.all(logins)
    expect(identity.sessions((await signIn(identity, 'alice', NEXT)).user.id)).toHaveLength(2)
  })

  it('changes nothing when it cannot be stored', async () => {
    const { identity, proof, disk } = await open()
    disk.full = true
    await expect(identity.changePassword(proof, NEXT)).rejects.toThrow(StoreFailure)
    disk.full = false
    expect((await signIn(identity, 'alice')).user.username).toBe('alice')
  })
})

describe('ending own sessions', () => {
  it('ends one by its id, or all other logins', async () => {
    const { identity, user, other, mine, proof, isLive } = await open()
    const minted = await identity.mintToken({ username: 'alice' })
    const tokenId = minted.ok ? minted.value.sessionId : ('ses_none' as SessionId)
    await signIn(identity, 'alice')
    expect(await identity.endOwnSessions(proof, other.sessionId)).toEqual({ ok: true, value: { ended: 1 } })
    expect(await identity.endOwnSessions(proof, undefined)).toEqual({ ok: true, value: { ended: 1 } })
    expect(identity.sessions(user.id).map(({ id }) => id)).toEqual([tokenId, mine.sessionId])
    expect(await identity.endOwnSessions(proof, tokenId)).toEqual({ ok: true, value: { ended: 1 } })
    expect(await isLive(mine.accessToken)).toBe(true)
  })

  it('ends nothing without the password, and no session of another user', async () => {
    const { identity, other, proof, isLive } = await open()
    await addUser(identity, 'bob', ['ADMIN'])
    const bobs = await signIn(identity, 'bob')
    expect(await identity.endOwnSessions({ ...proof, password: 'wrong' }, other.sessionId)).toMatchObject({
      error: { kind: 'passwordMismatch' },
    })
    expect(await identity.endOwnSessions({ ...proof, sessionId: bobs.sessionId }, other.sessionId)).toMatchObject({
      error: { kind: 'sessionUnknown' },
    })
    expect(await isLive(other.accessToken)).toBe(true)
  })
})

describe('a generated password', () => {
  it('must be changed, and a day later opens no session that may trade', async () => {
    const { identity, advance } = await open()
    const added = await identity.addUser({ username: 'carol', roles: ['TRADER'], tier: 'STANDARD' })
    const password = added.ok ? (added.value.generatedPassword ?? '') : ''
    const signed = await signIn(identity, 'carol', password)
    expect(signed.user.mustChangePassword).toBe(true)
    const restriction = async () => {
      const principal = await identity.authenticate((await signIn(identity, 'carol', password)).accessToken)
      return principal.ok && principal.value.restriction
    }
    expect(await restriction()).toBeNull()
    advance(DAY_MS - MINUTE_MS)
    const late = await signIn(identity, 'carol', password)
    advance(MINUTE_MS)
    expect(await restriction()).toBe('PASSWORD_CHANGE_REQUIRED')
    expect(identity.recall(late.accessToken)?.restriction ?? 'unknown').not.toBeNull()
    const changed = await identity.changePassword({ sessionId: late.sessionId, password, address: ADDRESS }, NEXT)
    expect(changed.ok).toBe(true)
    const after = await identity.authenticate(late.accessToken)
    expect(after.ok && after.value.restriction).toBeNull()
  })
})

describe('a generated password a week old', () => {
  it('opens no session until the host has generated another', async () => {
    const { identity, advance } = await open()
    const added = await identity.addUser({ username: 'carol', roles: ['TRADER'], tier: 'STANDARD' })
    const password = added.ok ? (added.value.generatedPassword ?? '') : ''
    const minted = await identity.mintToken({ username: 'carol' })
    const tryIn = (tried: string) => identity.login({ username: 'carol', password: tried, address: ADDRESS })
    advance(7 * DAY_MS - MINUTE_MS)
    expect((await tryIn(password)).ok).toBe(true)
    advance(MINUTE_MS)
    for (let i = 0; i < 10; i++)
      expect(await tryIn(password)).toEqual({ ok: false, error: { kind: 'passwordExpired' } })
    expect(await tryIn(`${password}x`)).toMatchObject({ error: { kind: 'badCredentials' } })
    expect((await identity.authenticate(minted.ok ? minted.value.accessToken : '')).ok).toBe(true)
    const renewed = await identity.setPassword({ username: 'carol' })
    expect((await tryIn(renewed.ok ? (renewed.value.generatedPassword ?? '') : '')).ok).toBe(true)
    expect(await tryIn(password)).toMatchObject({ error: { kind: 'badCredentials' } })
  })

  it('of a user who has chosen another is of no consequence', async () => {
    const { identity, advance } = await open()
    const added = await identity.addUser({ username: 'carol', roles: ['TRADER'], tier: 'STANDARD' })
    const password = added.ok ? (added.value.generatedPassword ?? '') : ''
    const { sessionId } = await signIn(identity, 'carol', password)
    expect((await identity.changePassword({ sessionId, password, address: ADDRESS }, NEXT)).ok).toBe(true)
    advance(7 * DAY_MS)
    expect((await signIn(identity, 'carol', NEXT)).user.mustChangePassword).toBe(false)
  })
})

describe('the host policy', () => {
  it('sets how long sessions live and how many there may be', async () => {
    const policy = { idleMs: HOUR_MS, absoluteMs: 2 * HOUR_MS, sessionsMax: 2 }
    const { identity, advance } = harbourOn(temporaryStore(), undefined, policy)
    const user = await addUser(identity, 'alice')
    for (let i = 0; i < 3; i++) await signIn(identity, 'alice')
    expect(identity.sessions(user.id)).toHaveLength(2)
    const { accessToken } = await signIn(identity, 'alice')
    advance(HOUR_MS - 1)
    expect(identity.sessions(user.id)).toHaveLength(2)
    advance(1)
    expect(identity.sessions(user.id)).toEqual([])
    expect((await identity.authenticate(accessToken)).ok).toBe(false)
  })
})
