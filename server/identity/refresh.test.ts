import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { HOUR_MS, SECOND_MS } from '../core/instant.ts'
import type { Identity } from './identity.ts'
import { addUser, harbourOn, refreshFrom, signIn } from './identity-fixture.ts'
import { hashRefreshToken, ROTATION_GRACE_MS } from './refresh-token.ts'

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  const user = await addUser(harbour.identity, 'alice')
  return { ...harbour, store, user, signed: await signIn(harbour.identity, 'alice') }
}

const mustRefresh = async (identity: Identity, token: string) => {
  const refreshed = await refreshFrom(identity, token)
  if (!refreshed.ok) throw new Error(refreshed.error.kind)
  return refreshed.value
}

describe('refreshing', () => {
  it('returns another pair of tokens of the same session', async () => {
    const { identity, user, signed, advance } = await open()
    advance(60 * SECOND_MS)
    const next = await mustRefresh(identity, signed.refreshToken)
    expect(next.refreshToken).not.toBe(signed.refreshToken)
    expect(next.user).toEqual(signed.user)
    const before = await identity.authenticate(signed.accessToken)
    const after = await identity.authenticate(next.accessToken)
    expect(before.ok && before.value.sessionId).toBe(after.ok && after.value.sessionId)
    expect(identity.sessions(user.id)).toHaveLength(1)
  })

  it('continues after a restart', async () => {
    const { identity, signed, advance, reopen } = await open()
    advance(60 * SECOND_MS)
    const next = await mustRefresh(identity, signed.refreshToken)
    expect((await refreshFrom(reopen(), next.refreshToken)).ok).toBe(true)
  })

  it('returns the same successor after a restart to a client that lost the answer', async () => {
    const { identity, signed, advance, reopen } = await open()
    advance(60 * SECOND_MS)
    const lost = await mustRefresh(identity, signed.refreshToken)
    advance(ROTATION_GRACE_MS - 1)
    expect((await mustRefresh(reopen(), signed.refreshToken)).refreshToken).toBe(lost.refreshToken)
  })

  it('ends the session when a spent token is reused', async () => {
    const { identity, user, signed, advance } = await open()
    const { id } = identity.sessions(user.id)[0] ?? { id: 'ses_none' }
    advance(60 * SECOND_MS)
    const next = await mustRefresh(identity, signed.refreshToken)
    advance(ROTATION_GRACE_MS)
    const reused = { kind: 'refreshReused', username: 'alice', sessionId: id }
    expect(await refreshFrom(identity, signed.refreshToken)).toEqual({ ok: false, error: reused })
    expect(await refreshFrom(identity, next.refreshToken)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
    expect((await identity.authenticate(next.accessToken)).ok).toBe(false)
  })

  it('ends the session when a spent token is reused within the grace period from another address', async () => {
    const { identity, signed, advance } = await open()
    advance(60 * SECOND_MS)
    const thief = await identity.refresh({ refreshToken: signed.refreshToken, address: '198.51.100.1' })
    expect(thief.ok).toBe(true)
    const owner = await refreshFrom(identity, signed.refreshToken)
    expect(owner).toMatchObject({ ok: false, error: { kind: 'refreshReused' } })
    expect(thief.ok && (await identity.authenticate(thief.value.accessToken)).ok).toBe(false)
  })

  it('leaves the user’s other sessions alone when one is ended by reuse', async () => {
    const { identity, signed, advance } = await open()
    const other = await signIn(identity, 'alice')
    advance(HOUR_MS)
    await refreshFrom(identity, signed.refreshToken)
    advance(HOUR_MS)
    await refreshFrom(identity, signed.refreshToken)
    expect((await refreshFrom(identity, other.refreshToken)).ok).toBe(true)
  })

  it('keeps three tabs that refresh concurrently with the same token in the session, with one token for all', async () => {
    const { identity, user, signed, advance } = await open()
    advance(60 * SECOND_MS)
    const tabs = await Promise.all([1, 2, 3].map(() => mustRefresh(identity, signed.refreshToken)))
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    advance(60 * SECOND_MS)
    expect((await refreshFrom(identity, tabs[0]?.refreshToken ?? '')).ok).toBe(true)
    expect(identity.sessions(user.id)).toHaveLength(1)
  })

  it('returns the live session of a token, and nothing for others', async () => {
    const { identity, user, signed } = await open()
    const { id } = identity.sessions(user.id)[0] ?? { id: 'ses_none' }
    expect(identity.sessionOfRefresh(signed.refreshToken)).toEqual({ ok: true, value: id })
    expect(identity.sessionOfRefresh('x')).toEqual({ ok: false, error: { kind: 'invalidToken' } })
    identity.logout(id)
    expect(identity.sessionOfRefresh(signed.refreshToken)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
  })

  it.each(['', 'x', '0'.repeat(43), '__proto__'])('rejects "%s", which it never issued', async (token) => {
    const { identity } = await open()
    expect(await refreshFrom(identity, token)).toEqual({ ok: false, error: { kind: 'invalidToken' } })
  })

  it('retains nothing of an ended session', async () => {
    const { identity, store, signed, advance } = await open()
    const hash = hashRefreshToken(signed.refreshToken)
    advance(24 * HOUR_MS - 1)
    identity.flush()
    expect(store.findRefreshToken(hash)).toBeDefined()
    advance(1)
    identity.flush()
    expect(store.findRefreshToken(hash)).toBeUndefined()
  })

  it('does not store the tokens themselves', async () => {
    const { store, signed } = await open()
    expect(store.findRefreshToken(signed.refreshToken)).toBeUndefined()
  })
})
