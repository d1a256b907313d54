import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { StoreFailure } from '../core/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { ADDRESS, addUser, harbourOn, PASSWORD, signIn } from './identity-fixture.ts'
import type { IdentityStore } from './identity-store.ts'
import { totpCode, totpStep } from './second-factor.ts'

const CODE_MS = 30 * SECOND_MS
const wrongCode = { ok: false, error: { kind: 'secondFactorWrong' } }

describe('a time-based code', () => {
  /** RFC 6238, appendix B, SHA-1: the last six of the eight digits. */
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('matches RFC 6238 at %i s', (seconds, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(totpCode(secret, seconds * SECOND_MS)).toBe(code)
    expect(totpStep(secret, code, seconds * SECOND_MS)).toBe(Math.floor(seconds / 30))
  })
})

const open = async (policy = {}, store: IdentityStore = temporaryStore()) => {
  const harbour = harbourOn(store, undefined, policy)
  const { identity, now } = harbour
  const user = await addUser(identity, 'alice')
  const { accessToken, sessionId } = await signIn(identity, 'alice')
  const proof = { sessionId, password: PASSWORD, address: ADDRESS }
  const logIn = (code?: string) => identity.login({ username: 'alice', password: PASSWORD, address: ADDRESS, code })
  const enrol = async () => {
    const begun = await identity.beginSecondFactor(proof)
    if (!begun.ok) throw new Error(begun.error.kind)
    const confirmed = identity.confirmSecondFactor(sessionId, totpCode(begun.value.secret, now()))
    if (!confirmed.ok) throw new Error(confirmed.error.kind)
    return { ...begun.value, ...confirmed.value }
  }
  return { ...harbour, store, user, proof, accessToken, sessionId, logIn, enrol }
}

describe('two-factor authentication', () => {
  it('is active once its first code was confirmed, and ends the other logins', async () => {
    const { identity, proof, sessionId, user, now, logIn } = await open()
    await signIn(identity, 'alice')
    const begun = await identity.beginSecondFactor(proof)
    const { secret = '', uri } = begun.ok ? begun.value : {}
    expect(uri).toContain(`otpauth://totp/Plimsoll:alice?issuer=Plimsoll&secret=${secret}`)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(identity.confirmSecondFactor(sessionId, '000000')).toEqual(wrongCode)
    expect((await logIn()).ok).toBe(true)
    const confirmed = identity.confirmSecondFactor(sessionId, totpCode(secret, now()))
    expect(confirmed).toMatchObject({ ok: true, value: { ended: 2, recoveryCodes: { length: 10 } } })
    expect(identity.account(sessionId)?.secondFactor).toEqual({ enabledAt: now(), recoveryCodesLeft: 10 })
    expect(identity.listUsers()).toMatchObject([{ id: user.id, secondFactor: true }])
  })

  it('is required after the right password, across restarts, and adds `otp` to the token', async () => {
    const { enrol, logIn, advance, now, reopen, identity } = await open()
    const { secret } = await enrol()
    expect(await logIn()).toEqual({ ok: false, error: { kind: 'secondFactorMissing' } })
    expect(await identity.login({ username: 'alice', password: 'wrong', address: ADDRESS })).toMatchObject({
      error: { kind: 'badCredentials' },
    })
    advance(CODE_MS)
    const again = reopen()
    const signed = await again.login({
      username: 'alice',
      password: PASSWORD,
      address: ADDRESS,
      code: totpCode(secret, now()),
    })
    const [, claims = ''] = signed.ok ? signed.value.accessToken.split('.') : []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ amr: ['pwd', 'otp'] })
  })

  it('accepts each code once, also when it arrives twice at the same time, and no old one', async () => {
    const { enrol, logIn, advance, now } = await open()
    const { secret } = await enrol()
    expect(await logIn(totpCode(secret, now()))).toEqual(wrongCode)
    advance(CODE_MS)
    const code = totpCode(secret, now())
    const both = await Promise.all([logIn(code), logIn(code)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await logIn(code)).toEqual(wrongCode)
    const old = totpCode(secret, now())
    advance(2 * CODE_MS)
    expect(await logIn(old)).toEqual(wrongCode)
  })

  it('accepts each recovery code once, however it is typed, and stores hashes of them', async () => {
    const { enrol, logIn, store, identity, sessionId, reopen } = await open()
    const { recoveryCodes } = await enrol()
    const [first = ''] = recoveryCodes
    expect(first).toMatch(/^(\w{4}-){5}\w{4}$/)
    expect((await logIn(` ${first.toUpperCase().replaceAll('-', ' ')} `)).ok).toBe(true)
    expect(await logIn(first)).toEqual(wrongCode)
    expect(identity.account(sessionId)?.secondFactor?.recoveryCodesLeft).toBe(9)
    expect(reopen().account(sessionId)?.secondFactor?.recoveryCodesLeft).toBe(9)
    expect(JSON.stringify(store.users())).not.toContain(recoveryCodes[1])
  })

  it('has used up a recovery code before the session is stored, even when that fails', async () => {
    const failing = { isFailing: false }
    const stored = temporaryStore()
    const store: IdentityStore = {
      ...stored,
      insertSession: (...session) => {
        if (failing.isFailing) throw new StoreFailure('the disk is full')
        stored.insertSession(...session)
      },
    }
    const { enrol, logIn, reopen } = await open({}, store)
    const { recoveryCodes } = await enrol()
    failing.isFailing = true
    expect(await logIn(recoveryCodes[0])).toEqual({ ok: false, error: { kind: 'notStored' } })
    failing.isFailing = false
    expect(await logIn(recoveryCodes[0])).toEqual(wrongCode)
    const credentials = { username: 'alice', password: PASSWORD, address: ADDRESS, code: recoveryCodes[0] }
    expect(await reopen().login(credentials)).toEqual(wrongCode)
    expect(await logIn(recoveryCodes[1])).toMatchObject({ ok: true, value: { usedRecoveryCode: true } })
  })

  it('is throttled like a password: wrong codes count, a missing one does not', async () => {
    const { enrol, logIn } = await open()
    await enrol()
    for (let i = 0; i < 10; i++) await logIn()
    for (let i = 0; i < 5; i++) expect(await logIn('000000')).toEqual(wrongCode)
    expect(await logIn('000000')).toMatchObject({ error: { kind: 'throttled' } })
  })

  it('is never required of an open session: it continues, refreshes and is not restricted', async () => {
    const { enrol, identity, accessToken } = await open()
    await enrol()
    expect(identity.recall(accessToken) ?? (await identity.authenticate(accessToken))).toMatchObject({})
    const live = await identity.authenticate(accessToken)
    expect(live.ok && live.value.restriction).toBeNull()
  })

  it('is removed only with password and code, or by the host, which ends logins and retains tokens', async () => {
    const { enrol, identity, proof, advance, now, logIn } = await open()
    const { secret } = await enrol()
    const minted = await identity.mintToken({ username: 'alice' })
    advance(CODE_MS)
    expect(await identity.disableSecondFactor({ ...proof, password: 'wrong' }, totpCode(secret, now()))).toMatchObject({
      error: { kind: 'passwordMismatch' },
    })
    expect(await identity.disableSecondFactor(proof, '000000')).toEqual(wrongCode)
    expect((await identity.disableSecondFactor(proof, totpCode(secret, now()))).ok).toBe(true)
    expect((await logIn()).ok).toBe(true)
    await enrol()
    expect(identity.resetSecondFactor('alice')).toMatchObject({ ok: true, value: { secondFactor: false, sessions: 1 } })
    expect(minted.ok && (await identity.authenticate(minted.value.accessToken)).ok).toBe(true)
  })

  it.each([
    ['after ten minutes', async ({ advance }: World) => advance(10 * MINUTE_MS)],
    ['in another session', async () => {}],
  ] as const)('cannot be confirmed %s', async (when, make) => {
    const world = await open()
    const { identity, proof, now, sessionId } = world
    const begun = await identity.beginSecondFactor(proof)
    await make(world)
    const code = totpCode(begun.ok ? begun.value.secret : '', now())
    const other = await signIn(identity, 'alice')
    const from = when === 'in another session' ? other.sessionId : sessionId
    expect(identity.confirmSecondFactor(from, code)).toEqual({ ok: false, error: { kind: 'enrolmentExpired' } })
  })

  it('required by the host restricts users without one until they have one, but no host token', async () => {
    const { enrol, identity, accessToken } = await open({ secondFactorFor: ['TRADER'] })
    const restriction = async (token: string) => {
      const principal = identity.recall(token) ?? (await identity.authenticate(token))
      return 'ok' in principal ? principal.ok && principal.value.restriction : principal.restriction
    }
    expect(await restriction(accessToken)).toBe('SECOND_FACTOR_REQUIRED')
    const minted = await identity.mintToken({ username: 'alice' })
    expect(await restriction(minted.ok ? minted.value.accessToken : '')).toBeNull()
    await enrol()
    expect(await restriction(accessToken)).toBeNull()
  })
})

type World = Awaited<ReturnType<typeof open>>
