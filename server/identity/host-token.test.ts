import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { addUser, harbourOn } from './identity-fixture.ts'

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  return { ...harbour, store, user: await addUser(harbour.identity, 'bot') }
}

describe('a host token', () => {
  it('is valid for thirty days by default, across restarts and without use', async () => {
    const { identity, user, now, advance, reopen } = await open()
    const minted = await identity.mintToken({ username: 'bot' })
    const token = minted.ok ? minted.value : undefined
    expect(token?.expiresAt).toBe(Math.ceil((now() + 30 * DAY_MS) / SECOND_MS) * SECOND_MS)
    expect(identity.sessions(user.id)).toMatchObject([{ kind: 'HOST_TOKEN', endsAt: token?.expiresAt, address: null }])
    advance(30 * DAY_MS - MINUTE_MS)
    const later = reopen()
    expect(await later.authenticate(token?.accessToken ?? '')).toMatchObject({
      ok: true,
      value: { kind: 'HOST_TOKEN' },
    })
    advance(2 * MINUTE_MS)
    expect(later.recall(token?.accessToken ?? '')).toBeUndefined()
    expect(await later.authenticate(token?.accessToken ?? '')).toMatchObject({
      ok: false,
      error: { kind: 'tokenExpired' },
    })
  })

  it('ends immediately with its session or its user', async () => {
    const { identity } = await open()
    const first = await identity.mintToken({ username: 'bot' })
    const second = await identity.mintToken({ username: 'bot' })
    if (!first.ok || !second.ok) throw new Error('not minted')
    identity.logout(first.value.sessionId)
    expect((await identity.authenticate(first.value.accessToken)).ok).toBe(false)
    expect((await identity.authenticate(second.value.accessToken)).ok).toBe(true)
    identity.disableUser('bot')
    expect(identity.recall(second.value.accessToken)).toBeUndefined()
    const refused = await identity.mintToken({ username: 'bot' })
    expect(refused).toEqual({ ok: false, error: { kind: 'userDisabled', username: 'bot' } })
  })

  it.each([
    { ttlMs: MINUTE_MS - 1, ok: false },
    { ttlMs: MINUTE_MS, ok: true },
    { ttlMs: 90 * DAY_MS, ok: true },
    { ttlMs: 90 * DAY_MS + 1, ok: false },
    { ttlMs: Number.NaN, ok: false },
    { ttlMs: MINUTE_MS + 0.5, ok: false },
  ])('of $ttlMs ms: $ok', async ({ ttlMs, ok }) => {
    const { identity } = await open()
    expect((await identity.mintToken({ username: 'bot', ttlMs })).ok).toBe(ok)
  })

  it('is one of at most a hundred of its user', async () => {
    const { identity } = await open()
    for (let i = 0; i < 100; i++) expect((await identity.mintToken({ username: 'bot' })).ok).toBe(true)
    expect(await identity.mintToken({ username: 'bot' })).toEqual({
      ok: false,
      error: { kind: 'tooManyTokens', limit: 100 },
    })
  })
})
