import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { StoreFailure } from '../core/errors.ts'
import { DAY_MS, MINUTE_MS } from '../core/instant.ts'
import { ADDRESS, addUser, CHEAP, fillableStore, harbourOn, PASSWORD, refreshFrom, signIn } from './identity-fixture.ts'
import type { Argon2Cost } from './password-hash.ts'

const DEARER: Argon2Cost = { memoryKiB: 512, passes: 1, parallelism: 1 }

/** Alice is signed in, and then the disk is full. */
const open = async () => {
  const disk = { full: false }
  const store = fillableStore(temporaryStore(), disk)
  const harbour = harbourOn(store)
  const user = await addUser(harbour.identity, 'Alice')
  const signed = await signIn(harbour.identity, 'Alice')
  const authenticated = await harbour.identity.authenticate(signed.accessToken)
  if (!authenticated.ok) throw new Error(authenticated.error.kind)
  disk.full = true
  return { ...harbour, store, disk, user, signed, sessionId: authenticated.value.sessionId }
}

const right = { username: 'Alice', password: PASSWORD, address: ADDRESS }
const flushed = { ok: true, value: undefined }

describe('the identity store on a full disk', () => {
  it('still recognises logged-in users', async () => {
    const { identity, signed, advance } = await open()
    advance(MINUTE_MS)
    expect(identity.recall(signed.accessToken)?.username).toBe('Alice')
    expect((await identity.authenticate(signed.accessToken)).ok).toBe(true)
  })

  it('reports that it could not flush, and writes everything at the next successful flush', async () => {
    const { identity, signed, disk, advance, now, reopen, user } = await open()
    advance(MINUTE_MS)
    identity.recall(signed.accessToken)
    for (let i = 0; i < 50; i++) await identity.login({ ...right, password: 'wrong', address: `10.0.0.${i}` })
    expect(identity.flush()).toEqual({ ok: false, error: new StoreFailure('the disk is full') })
    disk.full = false
    expect(identity.flush()).toEqual(flushed)
    const again = reopen()
    expect(again.sessions(user.id).map(({ lastUsedAt }) => lastUsedAt)).toEqual([now()])
    const elsewhere = { ...right, address: '198.51.100.1' }
    expect(await again.login(elsewhere)).toMatchObject({ ok: false, error: { kind: 'throttled' } })
    expect((await again.login(right)).ok).toBe(true)
  })

  it('rejects the right password because the session cannot be stored, and opens nothing', async () => {
    const { identity, disk, user } = await open()
    expect(await identity.login(right)).toEqual({ ok: false, error: { kind: 'notStored' } })
    expect(await identity.login({ ...right, password: 'wrong' })).toEqual({
      ok: false,
      error: { kind: 'badCredentials' },
    })
    expect(identity.sessions(user.id)).toHaveLength(1)
    disk.full = false
    expect((await identity.login(right)).ok).toBe(true)
  })

  it('ends no session to make room for a sign-in that fails', async () => {
    const { identity, disk, user } = await open()
    disk.full = false
    for (let i = 1; i < 50; i++) await signIn(identity, 'Alice')
    disk.full = true
    await identity.login(right)
    expect(identity.sessions(user.id)).toHaveLength(50)
  })

  it('retains the old hash while the new one cannot be stored', async () => {
    const { store, disk } = await open()
    const dearer = harbourOn(store, DEARER).identity
    await dearer.login(right)
    disk.full = false
    expect(store.users()[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=256,/)
    expect((await harbourOn(store, CHEAP).identity.login(right)).ok).toBe(true)
    expect((await dearer.login(right)).ok).toBe(true)
    expect(store.users()[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=512,/)
  })

  it('retains the refresh token and returns a new access token when the rotation cannot be stored', async () => {
    const { identity, signed, disk, advance } = await open()
    advance(MINUTE_MS)
    const refreshed = await refreshFrom(identity, signed.refreshToken)
    expect(refreshed).toMatchObject({ ok: true, value: { refreshToken: signed.refreshToken } })
    expect(refreshed.ok && (await identity.authenticate(refreshed.value.accessToken)).ok).toBe(true)
    disk.full = false
    const rotated = await refreshFrom(identity, signed.refreshToken)
    expect(rotated.ok && rotated.value.refreshToken).not.toBe(signed.refreshToken)
  })

  it('ends the session of a reused refresh token immediately, and in the store when possible', async () => {
    const { identity, signed, disk, user, advance, reopen } = await open()
    disk.full = false
    advance(MINUTE_MS)
    await refreshFrom(identity, signed.refreshToken)
    advance(MINUTE_MS)
    disk.full = true
    expect(await refreshFrom(identity, signed.refreshToken)).toMatchObject({
      ok: false,
      error: { kind: 'refreshReused' },
    })
    expect(identity.sessions(user.id)).toEqual([])
    disk.full = false
    identity.flush()
    expect(reopen().sessions(user.id)).toEqual([])
  })

  it('logs out immediately, reports that this is not stored, and stores it later', async () => {
    const { identity, signed, disk, sessionId, user, reopen } = await open()
    expect(() => identity.logout(sessionId)).toThrow(StoreFailure)
    expect(identity.recall(signed.accessToken)).toBeUndefined()
    disk.full = false
    expect(identity.flush()).toEqual(flushed)
    expect(reopen().sessions(user.id)).toEqual([])
  })

  it('disables immediately, and reports it only when it is stored', async () => {
    const { identity, signed, disk, reopen } = await open()
    for (let i = 0; i < 2; i++) expect(() => identity.disableUser('alice')).toThrow(StoreFailure)
    expect(identity.recall(signed.accessToken)).toBeUndefined()
    disk.full = false
    expect(identity.disableUser('alice').ok).toBe(true)
    expect(await reopen().login(right)).toMatchObject({ ok: false, error: { kind: 'badCredentials' } })
  })

  it('stores the changes of the host at the next flush', async () => {
    const { identity, disk, user, reopen } = await open()
    expect(() => identity.changeUser({ username: 'alice', roles: ['VIEWER'] })).toThrow(StoreFailure)
    disk.full = false
    expect(identity.flush()).toEqual(flushed)
    const again = reopen()
    expect(again.listUsers().map(({ roles }) => roles)).toEqual([['VIEWER']])
    expect(again.sessions(user.id)).toEqual([])
  })

  it('opens no session under permissions that are not stored, and a late change ends none that came after it', async () => {
    const { identity, disk, user, reopen } = await open()
    expect(() => identity.changeUser({ username: 'alice', roles: ['VIEWER'] })).toThrow(StoreFailure)
    disk.full = false
    const signed = await signIn(identity, 'alice')
    identity.flush()
    const again = reopen()
    expect(again.sessions(user.id)).toHaveLength(1)
    expect((await again.authenticate(signed.accessToken)).ok).toBe(true)
  })

  it('issues no token whose key could be dropped before it ends', async () => {
    const { identity, disk, reopen } = await open()
    const long = { username: 'alice', ttlMs: 30 * DAY_MS }
    await expect(identity.mintToken(long)).rejects.toThrow(StoreFailure)
    disk.full = false
    const minted = await identity.mintToken(long)
    const reopened = reopen()
    expect(minted.ok && (await reopened.authenticate(minted.value.accessToken)).ok).toBe(true)
  })

  it('opens with what is stored', async () => {
    const { reopen, signed } = await open()
    expect((await reopen().authenticate(signed.accessToken)).ok).toBe(true)
  })
})
