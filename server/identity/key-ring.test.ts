import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { DAY_MS, MINUTE_MS } from '../core/instant.ts'
import { addUser, harbourOn, signIn } from './identity-fixture.ts'

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  await addUser(harbour.identity, 'alice')
  const kids = () => store.signingKeys().map((key) => key.kid)
  return { ...harbour, store, kids }
}

describe('signing keys', () => {
  it('consist of one key, kept over restarts until it is ninety days old', async () => {
    const { kids, advance, reopen } = await open()
    const [first] = kids()
    advance(90 * DAY_MS)
    reopen()
    expect(kids()).toEqual([first])
    advance(1)
    reopen()
    expect(kids()).toEqual([first, expect.stringMatching(/^k-2026-04-02-[0-9a-f]{8}$/)])
  })

  it('verify what the old one signed until that has expired, then drop it', async () => {
    const { identity, kids, advance, reopen } = await open()
    advance(90 * DAY_MS + 1)
    const { accessToken } = await signIn(identity, 'alice')
    const rotated = reopen()
    expect(rotated.jwks().keys.map((key) => key.kid)).toEqual(kids())
    expect((await rotated.authenticate(accessToken)).ok).toBe(true)
    expect((await rotated.authenticate((await signIn(rotated, 'alice')).accessToken)).ok).toBe(true)
    advance(16 * MINUTE_MS)
    expect(reopen().jwks().keys).toHaveLength(1)
    expect(kids()).toHaveLength(1)
  })

  it('stay published as long as a long token they signed', async () => {
    const { identity, kids, advance, reopen } = await open()
    advance(89 * DAY_MS)
    const minted = await identity.mintToken({ username: 'alice', ttlMs: 90 * DAY_MS })
    const token = minted.ok ? minted.value.accessToken : ''
    advance(2 * DAY_MS)
    reopen()
    expect(kids()).toHaveLength(2)
    advance(87 * DAY_MS)
    expect((await reopen().authenticate(token)).ok).toBe(true)
    advance(2 * DAY_MS)
    reopen()
    expect(kids()).toHaveLength(1)
  })

  it('are published without their secret half', async () => {
    const { identity, store } = await open()
    expect(JSON.stringify(identity.jwks())).not.toContain(store.signingKeys()[0]?.jwk.d)
  })
})
