import { createHmac, createPublicKey, generateKeyPairSync, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { CompactSign, decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { Identity } from './identity.ts'
import { addUser, harbourOn, refreshFrom, START, signIn } from './identity-fixture.ts'
import { toKeyPair } from './key-pair.ts'

const derive = promisify(pbkdf2)

/** Default size of Node's thread pool, and rounds of a hash that occupies a thread of it for a while. */
const POOL_THREADS = 4
const PBKDF2_ROUNDS = 200_000

const open = async () => {
  const store = temporaryStore()
  const harbour = harbourOn(store)
  const user = await addUser(harbour.identity, 'alice', ['VIEWER', 'TRADER'])
  const { accessToken, refreshToken } = await signIn(harbour.identity, 'alice')
  const [key] = store.signingKeys()
  if (!key) throw new Error('no key')
  return { ...harbour, store, user, accessToken, refreshToken, pair: toKeyPair(key) }
}

type World = Awaited<ReturnType<typeof open>>

const getSession = async (identity: Identity, token: string) => {
  const proved = await identity.authenticate(token)
  if (!proved.ok) throw new Error(proved.error.kind)
  return proved.value.sessionId
}

describe('an access token', () => {
  it('returns the user, the authentication method and the permissions', async () => {
    const { accessToken, user, pair, identity } = await open()
    expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'Ed25519', typ: 'at+jwt', kid: pair.kid })
    const iat = Math.floor(START / SECOND_MS)
    expect(decodeJwt(accessToken)).toEqual({
      iss: 'plimsoll',
      sub: user.id,
      aud: 'trading-api',
      iat,
      nbf: iat,
      exp: iat + 900,
      jti: expect.stringMatching(/^jti_/),
      sid: identity.sessions(user.id)[0]?.id,
      azv: 1,
      roles: ['VIEWER', 'TRADER'],
      scope: 'read trade control:pause control:stop',
      tier: 'STANDARD',
      auth_time: iat,
      amr: ['pwd'],
    })
  })

  it('is verified once and then cached without further verification', async () => {
    const { identity, accessToken, user } = await open()
    expect(identity.recall(accessToken)).toBeUndefined()
    const proved = await identity.authenticate(accessToken)
    expect(proved).toEqual({
      ok: true,
      value: {
        userId: user.id,
        username: 'alice',
        sessionId: identity.sessions(user.id)[0]?.id,
        kind: 'LOGIN',
        roles: ['VIEWER', 'TRADER'],
        grants: new Map(),
        accounts: null,
        tier: 'STANDARD',
        scope: 'read trade control:pause control:stop',
        tokenExpiresAt: Math.floor(START / SECOND_MS) * SECOND_MS + 15 * MINUTE_MS,
        restriction: null,
      },
    })
    expect(identity.recall(accessToken)).toBe(proved.ok && proved.value)
  })

  it('is verified while password hashes occupy every thread of the pool', async () => {
    const { identity, accessToken } = await open()
    const done: string[] = []
    const occupying = Array.from({ length: POOL_THREADS }, () =>
      derive('password', 'salt', PBKDF2_ROUNDS, 32, 'sha512').then(() => done.push('hash')),
    )
    const authenticating = identity.authenticate(accessToken).then(() => done.push('token'))
    await Promise.all([...occupying, authenticating])
    expect(done[0]).toBe('token')
  })

  it('is still valid after a restart', async () => {
    const { reopen, accessToken } = await open()
    expect((await reopen().authenticate(accessToken)).ok).toBe(true)
  })

  it('is verifiable with the published key only', async () => {
    const { identity, pair } = await open()
    const [jwk] = identity.jwks().keys
    expect(identity.jwks().keys).toHaveLength(1)
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    expect(createPublicKey({ key: { ...jwk }, format: 'jwk' }).equals(pair.publicKey)).toBe(true)
  })
})

describe('a forged token', () => {
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  const resign = ({ pair, accessToken }: World, header: object, claims: object = {}): Promise<string> =>
    new CompactSign(Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), ...claims })))
      .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', kid: pair.kid, ...header })
      .sign(pair.privateKey)

  const parts = (token: string): [string, string, string] => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    return [header, payload, signature]
  }

  /** Signed by us, then dressed in another header. */
  const reheaded = ({ accessToken, pair }: World, header: object): string => {
    const [, payload, signature] = parts(accessToken)
    return `${base64({ alg: 'Ed25519', typ: 'at+jwt', kid: pair.kid, ...header })}.${payload}.${signature}`
  }

  const hmac = ({ accessToken, pair }: World): string => {
    const [, payload] = parts(accessToken)
    const input = `${base64({ alg: 'HS256', typ: 'at+jwt', kid: pair.kid })}.${payload}`
    const secret = pair.publicKey.export({ format: 'pem', type: 'spki' })
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }

  const foreign = (world: World): Promise<string> => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const jwk = publicKey.export({ format: 'jwk' })
    return new CompactSign(Buffer.from(JSON.stringify(decodeJwt(world.accessToken))))
      .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', kid: world.pair.kid, jwk: { ...jwk, kty: 'OKP' } })
      .sign(privateKey)
  }

  const foreignWithoutJwk = (world: World): Promise<string> =>
    new CompactSign(Buffer.from(JSON.stringify(decodeJwt(world.accessToken))))
      .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt', kid: world.pair.kid })
      .sign(generateKeyPairSync('ed25519').privateKey)

  const tampered = ({ accessToken }: World): string => {
    const [header, , signature] = parts(accessToken)
    return `${header}.${base64({ ...decodeJwt(accessToken), roles: ['ADMIN'] })}.${signature}`
  }

  const now = Math.floor(START / SECOND_MS)

  const forgeries: readonly { name: string; forge: (world: World) => string | Promise<string>; reason: string }[] = [
    { name: 'empty', forge: () => '', reason: 'malformed' },
    { name: 'no token at all', forge: () => 'Bearer hello', reason: 'malformed' },
    { name: 'two parts', forge: ({ accessToken }) => parts(accessToken).slice(0, 2).join('.'), reason: 'malformed' },
    { name: 'past 4 KiB', forge: ({ accessToken }) => accessToken + 'A'.repeat(4_096), reason: 'size' },
    { name: 'alg none', forge: (w) => `${reheaded(w, { alg: 'none' }).replace(/[^.]+$/, '')}`, reason: 'header' },
    { name: 'HS256 with the public key as secret', forge: hmac, reason: 'header' },
    { name: 'alg EdDSA', forge: (w) => reheaded(w, { alg: 'EdDSA' }), reason: 'header' },
    { name: 'typ JWT', forge: (w) => resign(w, { typ: 'JWT' }), reason: 'header' },
    { name: 'no typ', forge: (w) => resign(w, { typ: undefined }), reason: 'header' },
    { name: 'a jwk header', forge: foreign, reason: 'header' },
    { name: 'a jku header', forge: (w) => resign(w, { jku: 'https://example.com' }), reason: 'header' },
    { name: 'an x5u header', forge: (w) => resign(w, { x5u: 'https://example.com' }), reason: 'header' },
    { name: 'an x5c header', forge: (w) => resign(w, { x5c: ['MIIB'] }), reason: 'header' },
    { name: 'a crit header', forge: (w) => reheaded(w, { crit: ['exp'] }), reason: 'header' },
    { name: 'an unknown kid', forge: (w) => resign(w, { kid: 'k-2026-01-01-x' }), reason: 'key' },
    { name: 'no kid', forge: (w) => resign(w, { kid: undefined }), reason: 'key' },
    { name: 'a kid that every object has', forge: (w) => resign(w, { kid: '__proto__' }), reason: 'key' },
    { name: 'another key under our kid', forge: foreignWithoutJwk, reason: 'signature' },
    { name: 'a changed payload', forge: tampered, reason: 'signature' },
    { name: 'no signature', forge: (w) => w.accessToken.replace(/[^.]+$/, ''), reason: 'signature' },
    { name: 'another issuer', forge: (w) => resign(w, {}, { iss: 'plimsoll2' }), reason: 'issuer' },
    { name: 'another audience', forge: (w) => resign(w, {}, { aud: 'trading' }), reason: 'audience' },
    { name: 'several audiences', forge: (w) => resign(w, {}, { aud: ['trading-api', 'x'] }), reason: 'malformed' },
    { name: 'no expiry', forge: (w) => resign(w, {}, { exp: undefined }), reason: 'malformed' },
    { name: 'a time as text', forge: (w) => resign(w, {}, { nbf: '0' }), reason: 'malformed' },
  ]

  it.each(forgeries)('with $name is refused: $reason', async ({ forge, reason }) => {
    const world = await open()
    const token = await forge(world)
    expect(await world.identity.authenticate(token)).toEqual({ ok: false, error: { kind: 'invalidToken', reason } })
    expect(world.identity.recall(token)).toBeUndefined()
  })

  it('with a future timestamp identifies its user, for restricting actions, while its session is live', async () => {
    const world = await open()
    const token = await resign(world, {}, { nbf: now + 32 })
    expect(await world.identity.authenticate(token)).toMatchObject({
      ok: false,
      error: { kind: 'tokenNotYetValid', principal: { username: 'alice' } },
    })
    expect(world.identity.recall(token)).toBeUndefined()
    world.identity.disableUser('alice')
    expect(await world.identity.authenticate(token)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
  })

  it.each([
    { name: 'an unknown session', claims: { sid: 'ses_01JGFJJZ00000000000000000Z' } },
    { name: 'another user', claims: { sub: 'usr_01JGFJJZ00000000000000000Z' } },
    { name: 'an older authorisation', claims: { azv: 0 } },
  ])('of this server with $name is rejected as one without a session', async ({ claims }) => {
    const world = await open()
    const token = await resign(world, {}, claims)
    expect(await world.identity.authenticate(token)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
  })
})

describe('an access token expires', () => {
  it('thirty seconds after its time, and is then dropped from memory', async () => {
    const { identity, accessToken, advance } = await open()
    await identity.authenticate(accessToken)
    const expiredAt = Math.floor(START / SECOND_MS) * SECOND_MS + 15 * MINUTE_MS
    advance(expiredAt - START - 1)
    expect(identity.recall(accessToken)).toBeDefined()
    advance(1)
    expect(identity.recall(accessToken)).toBeUndefined()
    advance(30 * SECOND_MS - 1)
    expect((await identity.authenticate(accessToken)).ok).toBe(true)
    advance(1)
    expect(await identity.authenticate(accessToken)).toEqual({ ok: false, error: { kind: 'tokenExpired', expiredAt } })
  })

  const endings: readonly { name: string; end: (world: World) => unknown }[] = [
    {
      name: 'logout',
      end: async ({ identity, accessToken }) => identity.logout(await getSession(identity, accessToken)),
    },
    { name: 'disabling', end: ({ identity }) => identity.disableUser('alice') },
    { name: 'a change of roles', end: ({ identity }) => identity.changeUser({ username: 'alice', roles: ['VIEWER'] }) },
    { name: 'a change of tier', end: ({ identity }) => identity.changeUser({ username: 'alice', tier: 'PRO' }) },
    { name: 'a new password', end: ({ identity }) => identity.setPassword({ username: 'ALICE' }) },
    { name: 'reuse of a refresh token', end: reuse },
  ]

  it.each(endings)('immediately with $name, also after a restart', async ({ end }) => {
    const world = await open()
    const { identity, accessToken, refreshToken, user, reopen } = world
    await identity.authenticate(accessToken)
    await end(world)
    expect(identity.recall(accessToken)).toBeUndefined()
    const revoked = { ok: false, error: { kind: 'sessionRevoked' } }
    expect(await identity.authenticate(accessToken)).toEqual(revoked)
    expect((await refreshFrom(identity, refreshToken)).ok).toBe(false)
    expect(identity.sessions(user.id)).toEqual([])
    expect(await reopen().authenticate(accessToken)).toEqual(revoked)
  })

  it('permanently, even when its user is enabled again', async () => {
    const { identity, accessToken } = await open()
    identity.disableUser('alice')
    identity.enableUser('alice')
    expect((await identity.authenticate(accessToken)).ok).toBe(false)
    expect((await signIn(identity, 'alice')).user.username).toBe('alice')
  })

  it('even when the disk fails while its user is disabled', async () => {
    const store = temporaryStore()
    const broken = () => {
      throw new Error('disk full')
    }
    const { identity } = harbourOn({ ...store, updateUserAndRevoke: broken })
    await addUser(identity, 'alice')
    const { accessToken } = await signIn(identity, 'alice')
    await identity.authenticate(accessToken)
    expect(() => identity.disableUser('alice')).toThrow('disk full')
    expect(identity.recall(accessToken)).toBeUndefined()
  })

  it('for one session only when that one is logged out', async () => {
    const { identity, accessToken } = await open()
    const other = await signIn(identity, 'alice')
    identity.logout(await getSession(identity, accessToken))
    expect((await identity.authenticate(other.accessToken)).ok).toBe(true)
  })

  it('when its session has not been used for eight hours', async () => {
    const { identity, refreshToken, advance, user } = await open()
    advance(8 * HOUR_MS - 1)
    const refreshed = await refreshFrom(identity, refreshToken)
    const next = refreshed.ok ? refreshed.value : undefined
    await identity.authenticate(next?.accessToken ?? '')
    advance(8 * HOUR_MS)
    expect(identity.recall(next?.accessToken ?? '')).toBeUndefined()
    expect(await refreshFrom(identity, next?.refreshToken ?? '')).toEqual({
      ok: false,
      error: { kind: 'sessionRevoked' },
    })
    expect(identity.sessions(user.id)).toEqual([])
  })

  it('when its session is a day old, however much it is used', async () => {
    const { identity, refreshToken, advance } = await open()
    let current = refreshToken
    for (let hour = 1; hour < 24; hour++) {
      advance(HOUR_MS)
      const refreshed = await refreshFrom(identity, current)
      current = refreshed.ok ? refreshed.value.refreshToken : ''
    }
    advance(HOUR_MS)
    expect(await refreshFrom(identity, current)).toEqual({ ok: false, error: { kind: 'sessionRevoked' } })
  })
})

async function reuse({ identity, refreshToken, advance }: World): Promise<void> {
  advance(11 * SECOND_MS)
  await refreshFrom(identity, refreshToken)
  advance(11 * SECOND_MS)
  await refreshFrom(identity, refreshToken)
}
