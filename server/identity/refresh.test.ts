import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/temporary-store.ts'
import { HOUR_MS, SECOND_MS } from '../core/instant.ts'
import type { Identity } from './identity.ts'
import { addUser, harbourOn, signIn } from './identity-fixture.ts'
import { hashRefreshToken } from './refresh-token.ts'

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  const user = await addUser(harbour.identity, 'alice')
  return { ...harbour, store, user, signed: await signIn(harbour.identity, 'alice') }
}

const mustRefresh = async (identity: Identity, token: string) => {
  const refreshed = await identity.refresh(token)
  if (!refreshed.ok) throw new Error(refreshed.error.kind)
  return refreshed.value
}

describe('refreshing', () => {
  it('gives another pair of tokens of the same session', async () => {
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

  it('goes on after a restart', async () => {
    const { identity, signed, reopen } = await open()
    const next = await mustRefresh(identity, signed.refreshToken)
    expect((await reopen().refresh(next.refreshToken)).ok).toBe(true)
  })

  it('ends the session when a spent token comes back', async () => {
    const { identity, user, signed, advance } = await open()
    const { id } = identity.sessions(user.id)[0] ?? { id: 'ses_none' }
    const next = await mustRefresh(identity, signed.refreshToken)
    advance(10 * SECOND_MS + 1)
    const reused = { kind: 'refreshReused', username: 'alice', sessionId: id }
    expect(await identity.refresh(signed.refreshToken)).toEqual({ ok: false, error: reused })
    expect(await identity.refresh(next.refreshToken)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
    expect((await identity.authenticate(next.accessToken)).ok).toBe(false)
  })

  it('leaves the user’s other sessions alone when one is ended by reuse', async () => {
    const { identity, signed, advance } = await open()
    const other = await signIn(identity, 'alice')
    await identity.refresh(signed.refreshToken)
    advance(HOUR_MS)
    await identity.refresh(signed.refreshToken)
    expect((await identity.refresh(other.refreshToken)).ok).toBe(true)
  })

  it('answers once more to a client that lost the answer, and only once', async () => {
    const { identity, signed, advance } = await open()
    const lost = await mustRefresh(identity, signed.refreshToken)
    advance(10 * SECOND_MS)
    const again = await mustRefresh(identity, signed.refreshToken)
    expect(again.refreshToken).not.toBe(lost.refreshToken)
    expect((await identity.authenticate(again.accessToken)).ok).toBe(true)
    const next = await mustRefresh(identity, again.refreshToken)
    expect((await identity.refresh(signed.refreshToken)).ok).toBe(false)
    expect((await identity.refresh(next.refreshToken)).ok).toBe(false)
  })

  it('takes the lost answer for stolen when it is used after all', async () => {
    const { identity, signed } = await open()
    const lost = await mustRefresh(identity, signed.refreshToken)
    const again = await mustRefresh(identity, signed.refreshToken)
    expect(await identity.refresh(lost.refreshToken)).toMatchObject({ ok: false, error: { kind: 'refreshReused' } })
    expect((await identity.refresh(again.refreshToken)).ok).toBe(false)
  })

  it('gives one successor to two that ask at the same time with the same token, and one replacement', async () => {
    const { identity, signed } = await open()
    const both = await Promise.all([identity.refresh(signed.refreshToken), identity.refresh(signed.refreshToken)])
    const tokens = both.map((answer) => (answer.ok ? answer.value.refreshToken : answer.error.kind))
    expect(new Set(tokens).size).toBe(2)
    expect((await identity.refresh(tokens[1] ?? '')).ok).toBe(true)
  })

  it.each(['', 'x', '0'.repeat(43), '__proto__'])('refuses "%s", which it never gave', async (token) => {
    const { identity } = await open()
    expect(await identity.refresh(token)).toEqual({ ok: false, error: { kind: 'invalidToken' } })
  })

  it('keeps nothing of a session that is over', async () => {
    const { identity, store, signed, advance } = await open()
    const hash = hashRefreshToken(signed.refreshToken)
    advance(24 * HOUR_MS - 1)
    identity.flush()
    expect(store.findRefreshToken(hash)).toBeDefined()
    advance(1)
    identity.flush()
    expect(store.findRefreshToken(hash)).toBeUndefined()
  })

  it('does not keep the tokens themselves', async () => {
    const { store, signed } = await open()
    expect(store.findRefreshToken(signed.refreshToken)).toBeUndefined()
  })
})
