import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS, addUser, PASSWORD } from '../../server/identity/identity-fixture.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const QUOTA = { windowMs: 60_000 }
const ANON = 3
let server: TradingServer

beforeAll(async () => {
  server = await startTradingServer({
    anonymous: { name: 'anon', requests: ANON, ...QUOTA },
    refresh: { name: 'refresh', requests: 60, ...QUOTA },
    refreshToStop: { name: 'refresh-to-stop', requests: 2, ...QUOTA },
  })
})
afterAll(() => server.close())

const post = (path: string, body: unknown, options: Partial<InjectOptions> = {}) =>
  server.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: ADDRESS,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    ...options,
  } as InjectOptions)

const logIn = (username: string, password = PASSWORD, remoteAddress = ADDRESS) =>
  post('/api/auth/login', { username, password }, { remoteAddress })

/** Returns the audit entries about accounts, oldest first. */
const audited = async () => {
  const any = { before: null, fromMs: null, toMs: null, actorType: null, actor: null, action: null, outcome: null }
  const { entries } = await server.auditLog.find({ ...any, target: null, requestId: null, limit: 1_000 })
  return entries.toReversed()
}

const refresh = (refreshToken: string, extra = {}) => post('/api/auth/refresh', { refreshToken, ...extra })

describe('login', () => {
  it('answers 503 with Retry-After and a retry hint while there is no user yet', async () => {
    const answer = await logIn('admin')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
    expect(answer.json()).toMatchObject({ code: 'NOT_READY', retryable: true })
  })

  it('does not count a post of another content type', async () => {
    await addUser(server.identity, 'alice')
    for (let i = 0; i < 40; i++) {
      const simple = await post('/api/auth/login', 'x', { headers: { 'content-type': 'text/plain' }, payload: 'x' })
      expect(simple.statusCode).toBe(415)
    }
    expect((await logIn('alice')).statusCode).toBe(200)
  })

  it('is as free after forty successes as after one', async () => {
    for (let i = 0; i < 40; i++) expect((await logIn('alice')).statusCode).toBe(200)
  })

  it('is refused for a name that failed five times from an address, for that name and address only', async () => {
    await addUser(server.identity, 'bob')
    const from = '203.0.113.5'
    for (let i = 0; i < 5; i++) expect((await logIn('bob', 'wrong', from)).statusCode).toBe(401)
    const refused = await logIn('bob', PASSWORD, from)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'LOGIN_THROTTLED', retryable: true })
    expect(refused.headers['retry-after']).toBe('1')
    expect((await logIn('bob')).statusCode).toBe(200)
    expect((await logIn('alice', PASSWORD, from)).statusCode).toBe(200)
  })
})

describe('a refresh', () => {
  it('succeeds 60 times in a minute for a session, whatever other users at the address do, and returns its quota', async () => {
    const [mine, other] = [(await logIn('alice')).json(), (await logIn('alice')).json()]
    for (let i = 0; i < 60; i++) expect((await refresh(mine.refreshToken)).statusCode).toBe(200)
    const refused = await refresh(mine.refreshToken)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['ratelimit-policy']).toBe('"refresh";q=60;w=60')
    expect(refused.json()).toMatchObject({ code: 'QUOTA_EXCEEDED', 'violated-policies': ['refresh'] })
    expect((await refresh(other.refreshToken)).statusCode).toBe(200)
    expect((await logIn('alice')).statusCode).toBe(200)
  })

  it('for the emergency stop has a reserve that other refreshes cannot use up', async () => {
    const { refreshToken } = (await logIn('alice')).json()
    for (let i = 0; i < 61; i++) await refresh(refreshToken)
    const stopping = await refresh(refreshToken, { purpose: 'EMERGENCY_STOP' })
    expect(stopping.statusCode).toBe(200)
    const headers = { authorization: `Bearer ${stopping.json().accessToken}` }
    const stopped = await server.app.inject({ method: 'POST', url: '/api/emergency-stop', headers })
    expect([200, 202]).toContain(stopped.statusCode)
    await refresh(refreshToken, { purpose: 'EMERGENCY_STOP' })
    expect((await refresh(refreshToken, { purpose: 'EMERGENCY_STOP' })).statusCode).toBe(429)
  })

  it('gives three simultaneous tabs one token, which stays valid', async () => {
    const { refreshToken } = (await logIn('alice')).json()
    server.advance(60_000)
    const tabs = await Promise.all([1, 2, 3].map(() => refresh(refreshToken)))
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(tabs.map((answer) => answer.json().refreshToken)).size).toBe(1)
    server.advance(60_000)
    expect((await refresh(tabs[2]?.json().refreshToken)).statusCode).toBe(200)
  })

  it('with an unknown token counts against its address only', async () => {
    const { refreshToken } = (await logIn('alice')).json()
    for (let i = 0; i < ANON; i++) expect((await refresh('x')).statusCode).toBe(401)
    expect((await refresh('x')).statusCode).toBe(429)
    expect((await refresh(refreshToken)).statusCode).toBe(200)
  })
})

describe('the audit', () => {
  it('has logins, refusals, throttling, logouts and reused tokens, with the address, the first of each immediately', async () => {
    const { id } = await addUser(server.identity, 'carol')
    const from = '203.0.113.77'
    const before = (await audited()).length
    const signedIn = (await logIn('carol', PASSWORD, from)).json()
    for (let i = 0; i < 7; i++) await logIn('carol', 'wrong', from)
    await logIn('my-password-by-mistake', 'x', from)
    const headers = { authorization: `Bearer ${signedIn.accessToken}` }
    const out = await server.app.inject({ method: 'POST', url: '/api/auth/logout', remoteAddress: from, headers })
    expect(out.headers['clear-site-data']).toBe('"cache"')
    const entries = (await audited()).slice(before)
    const stranger = { type: 'USER', sub: null, sid: null, ip: from }
    const known = { ...stranger, sub: id, sid: expect.stringMatching(/^ses_/) }
    expect(entries).toMatchObject([
      { action: 'LOGIN', target: 'carol', outcome: 'DONE', actor: known },
      { action: 'LOGIN_REFUSED', target: 'carol', outcome: 'REFUSED_401', actor: stranger, reason: null },
      { action: 'LOGIN_THROTTLED', target: 'carol', outcome: 'REFUSED_429', actor: stranger },
      { action: 'LOGIN_REFUSED', target: 'no user of this name', actor: stranger },
      { action: 'LOGOUT', target: 'carol', outcome: 'DONE', actor: known },
    ])
    expect(JSON.stringify(entries)).not.toContain('my-password-by-mistake')
  })

  it('has the end of a session whose refresh token was reused', async () => {
    const { refreshToken } = (await logIn('alice')).json()
    server.advance(60_000)
    await refresh(refreshToken)
    server.advance(60_000)
    expect((await refresh(refreshToken)).json()).toMatchObject({ code: 'SESSION_REVOKED' })
    const ended = (await audited()).filter(({ action }) => action === 'SESSION_ENDED')
    expect(ended).toMatchObject([
      { target: 'alice', actor: { ip: ADDRESS }, reason: 'A spent refresh token was used again.' },
    ])
  })
})
