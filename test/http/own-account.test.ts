import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../server/core/instant.ts'
import { ADDRESS, addUser, PASSWORD } from '../../server/identity/identity-fixture.ts'
import { totpCode } from '../../server/identity/second-factor.ts'
import { DONE, startTradingServer, type TradingServer } from '../support/trading-server.ts'

const NEXT = 'a harbour with forty lanterns'
let server: TradingServer

beforeAll(async () => {
  server = await startTradingServer()
  server.desk.deed = () => DONE
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST', url: string, { token, body }: { token?: string; body?: unknown } = {}) => {
  const answer = await server.app.inject({
    method,
    url,
    remoteAddress: ADDRESS,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  } as InjectOptions)
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers }
}

const logIn = (username: string, extra: object = {}) =>
  call('POST', '/api/auth/login', { body: { username, password: PASSWORD, ...extra } })

/** A new user who has logged in. */
const aUser = async (username: string) => {
  await addUser(server.identity, username)
  const { body } = await logIn(username)
  const token: string = body.accessToken
  return {
    token,
    get: (path: string) => call('GET', `/api/auth${path}`, { token }),
    post: (path: string, sent: unknown) => call('POST', `/api/auth${path}`, { token, body: sent }),
  }
}

const audited = async (target: string) => {
  const any = { before: null, fromMs: null, toMs: null, actorType: null, actor: null, action: null, outcome: null }
  const { entries } = await server.auditLog.find({ ...any, target, requestId: null, limit: 1_000 })
  return entries.toReversed().map(({ action, outcome }) => [action, outcome])
}

describe('an account', () => {
  it('returns its state to its owner, with caching disabled', async () => {
    const { get } = await aUser('alice')
    const account = await get('/account')
    expect(account.body).toEqual({
      username: 'alice',
      roles: ['TRADER'],
      tier: 'STANDARD',
      mustChangePassword: false,
      generatedPasswordEndsAt: null,
      passwordMin: 8,
      secondFactor: null,
      secondFactorRequired: false,
      restriction: null,
      sessionIdleSec: 28_800,
      sessionAbsoluteSec: 86_400,
      sessionsMax: 50,
    })
    expect(account.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['GET', '/account'],
    ['POST', '/password'],
    ['POST', '/sessions/end'],
    ['POST', '/second-factor'],
    ['POST', '/second-factor/confirm'],
    ['POST', '/second-factor/disable'],
  ] as const)('answers %s %s with 401 without a token', async (method, path) => {
    const answer = await call(method, `/api/auth${path}`, method === 'POST' ? { body: {} } : {})
    expect(answer.status).toBe(401)
  })

  it('changes its password, given the old one, and ends the other logins', async () => {
    const { post, get } = await aUser('bob')
    const other = (await logIn('bob')).body.accessToken
    const wrong = await post('/password', { currentPassword: 'wrong', newPassword: NEXT })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'PASSWORD_MISMATCH'])
    const weak = await post('/password', { currentPassword: PASSWORD, newPassword: 'Liverpool1' })
    expect([weak.status, weak.body.code]).toEqual([422, 'PASSWORD_REJECTED'])
    const short = await post('/password', { currentPassword: PASSWORD, newPassword: 'heron-9' })
    expect(short.body.detail).toBe('The new password has 7 characters; at least 8 are required.')
    const changed = await post('/password', { currentPassword: PASSWORD, newPassword: NEXT })
    expect([changed.status, changed.body]).toEqual([200, { endedSessions: 1 }])
    expect((await call('GET', '/api/auth/account', { token: other })).status).toBe(401)
    expect((await get('/account')).status).toBe(200)
    expect((await logIn('bob')).status).toBe(401)
    expect((await logIn('bob', { password: NEXT })).status).toBe(200)
    expect((await post('/password', { currentPassword: NEXT, newPassword: PASSWORD })).status).toBe(200)
    expect(await audited('bob')).toEqual([
      ['LOGIN', 'DONE'],
      ['PASSWORD_CHANGED', 'REFUSED_403'],
      ['PASSWORD_CHANGED', 'DONE'],
      ['LOGIN_REFUSED', 'REFUSED_401'],
      ['PASSWORD_CHANGED', 'DONE'],
    ])
  })

  it('ends a session of its own, and none of another user, not even as ADMIN', async () => {
    const { post, get } = await aUser('carol')
    const other = (await logIn('carol')).body.accessToken
    const { body } = await call('GET', '/api/auth/sessions', { token: other })
    const { sessionId } = body.items.find(({ current }: { current: boolean }) => current)
    await addUser(server.identity, 'root', ['ADMIN'])
    const root = (await logIn('root')).body.accessToken
    const end = { currentPassword: PASSWORD, sessionId }
    const foreign = await call('POST', '/api/auth/sessions/end', { token: root, body: end })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    expect((await post('/sessions/end', end)).body).toEqual({ endedSessions: 1 })
    expect((await call('GET', '/api/auth/sessions', { token: other })).status).toBe(401)
    expect((await get('/sessions')).body.items).toHaveLength(1)
  })

  it('enables two-factor authentication, which login then requires, and disables it with a code', async () => {
    const { post, get, token } = await aUser('dave')
    const { body: begun } = await post('/second-factor', { currentPassword: PASSWORD })
    const now = () => server.clock()
    const confirmed = await post('/second-factor/confirm', { code: totpCode(begun.secret, now()) })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect((await post('/second-factor', { currentPassword: PASSWORD })).body.code).toBe('SECOND_FACTOR_STATE')
    const incomplete = await logIn('dave')
    expect([incomplete.status, incomplete.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    const wrong = await logIn('dave', { code: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_SECOND_FACTOR'])
    server.advance(30_000)
    expect((await logIn('dave', { code: totpCode(begun.secret, now()) })).status).toBe(200)
    expect((await logIn('dave', { code: confirmed.body.recoveryCodes[3] })).status).toBe(200)
    const { body: account } = await get('/account')
    expect(account.secondFactor.recoveryCodesLeft).toBe(9)
    expect(JSON.stringify([account, (await get('/sessions')).body])).not.toContain(begun.secret)
    const stop = await call('POST', '/api/emergency-stop', { token, body: {} })
    expect([200, 202]).toContain(stop.status)
    server.advance(30_000)
    const end = { currentPassword: PASSWORD, code: totpCode(begun.secret, now()) }
    expect((await post('/second-factor/disable', { ...end, code: '111111' })).body.code).toBe('SECOND_FACTOR_MISMATCH')
    expect((await post('/second-factor/disable', end)).status).toBe(200)
    expect((await audited('dave')).map(([action]) => action)).toEqual([
      'LOGIN',
      'SECOND_FACTOR_ENABLED',
      'SECOND_FACTOR_ENABLED',
      'SECOND_FACTOR_REFUSED',
      'RECOVERY_CODE_USED',
      'SECOND_FACTOR_REFUSED',
      'SECOND_FACTOR_DISABLED',
    ])
  })

  it('with a generated password sends no orders a day later, but still reads and stops', async () => {
    const added = await server.identity.addUser({ username: 'erin', roles: ['TRADER'], tier: 'STANDARD' })
    const password = added.ok ? added.value.generatedPassword : ''
    const first = await logIn('erin', { password })
    expect(first.body.user.mustChangePassword).toBe(true)
    server.advance(DAY_MS)
    const { accessToken: token } = (await logIn('erin', { password })).body
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.010' }
    const refused = await call('POST', '/api/v381/trading/order', { token, body: order })
    expect([refused.status, refused.body.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED'])
    expect((await call('GET', '/api/v381/trading/orders', { token })).status).toBe(200)
    expect([200, 202]).toContain((await call('POST', '/api/emergency-stop', { token, body: {} })).status)
    expect((await call('POST', '/api/autotrading/pause', { token, body: {} })).status).toBe(200)
    const change = { currentPassword: password, newPassword: NEXT }
    expect((await call('POST', '/api/auth/password', { token, body: change })).status).toBe(200)
    const accepted = await call('POST', '/api/v381/trading/order', { token, body: order })
    expect(accepted.body.code).not.toBe('PASSWORD_CHANGE_REQUIRED')
  })

  it('with a generated password is refused a login a week later', async () => {
    const added = await server.identity.addUser({ username: 'frank', roles: ['TRADER'], tier: 'STANDARD' })
    const password = added.ok ? added.value.generatedPassword : ''
    server.advance(7 * DAY_MS)
    const refused = await logIn('frank', { password })
    expect([refused.status, refused.body.code]).toEqual([401, 'PASSWORD_EXPIRED'])
    expect(refused.body.detail).toBe('The generated password is older than 7 days.')
    expect((await logIn('frank', { password: `${password}x` })).body.code).toBe('INVALID_CREDENTIALS')
    expect(await audited('frank')).toEqual([['LOGIN_REFUSED', 'REFUSED_401']])
  })
})
