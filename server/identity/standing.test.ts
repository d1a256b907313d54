import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { DAY_MS } from '../core/instant.ts'
import { ADDRESS, addUser, harbourOn, refreshFrom, signIn } from './identity-fixture.ts'

describe('the state of the identity store', () => {
  it('reports the authentication methods, without any user name', async () => {
    const { identity, now } = harbourOn(temporaryStore())
    await addUser(identity, 'Alice')
    const standing = identity.standing()
    expect(standing).toMatchObject({
      algorithm: 'Ed25519',
      tokenType: 'at+jwt',
      accessTtlMs: 900_000,
      keys: [{ createdAtMs: now(), rotateDueAtMs: now() + 90 * DAY_MS, signs: true }],
      passwords: { scheme: 'argon2id', parameters: 'm=256,t=1,p=1', outdated: 0 },
      users: 1,
      powerful: 1,
      strangeRoles: 0,
    })
    expect(JSON.stringify(standing)).not.toContain('Alice')
  })

  it('counts logins, failures, delayed attempts, ended sessions and reused tokens', async () => {
    const { identity, advance } = harbourOn(temporaryStore())
    await addUser(identity, 'Alice')
    const { refreshToken } = await signIn(identity, 'Alice')
    for (let tried = 0; tried < 6; tried++) {
      await identity.login({ username: 'Alice', password: 'wrong', address: ADDRESS })
    }
    advance(60_000)
    await refreshFrom(identity, refreshToken)
    advance(60_000)
    await refreshFrom(identity, refreshToken)
    expect(identity.standing().lately).toEqual({
      loggedIn: 1,
      loginFailed: 5,
      loginThrottled: 1,
      sessionRevoked: 1,
      refreshReused: 1,
    })
    advance(DAY_MS)
    expect(identity.standing().lately.loginFailed).toBe(0)
  })

  it('counts hashes with another cost, and no viewer as privileged', async () => {
    const store = temporaryStore()
    await addUser(harbourOn(store, { memoryKiB: 512, passes: 1, parallelism: 1 }).identity, 'Alice', ['VIEWER'])
    expect(harbourOn(store).identity.standing()).toMatchObject({ powerful: 0, passwords: { outdated: 1 } })
  })
})
