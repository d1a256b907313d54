import { describe, expect, it } from 'vitest'
import { type Access, createSession, type Tokens } from '../../client/src/session.ts'
import type { Fetch } from '../../client/src/surroundings.ts'
import { virtualTime } from './virtual-time.ts'

const MINUTE_MS = 60_000

/** Creates a session at a server that issues one pair of tokens after another, or gives the scripted answer instead. */
const aSession = (access: Access, instead: (path: string) => Response | undefined = () => undefined) => {
  const requests: { readonly path: string; readonly body: unknown }[] = []
  const publishedTokens: (Tokens | null)[] = []
  let pairs = 0
  const fetch: Fetch = async (url, { body }) => {
    const path = new URL(url).pathname
    requests.push({ path, body: body == null ? undefined : JSON.parse(String(body)) })
    const number = ++pairs
    const pair = { accessToken: `access-${number}`, refreshToken: `refresh-${number}`, expiresInSec: 900 }
    return instead(path) ?? Response.json({ ...pair, tokenType: 'Bearer', user: { username: 'her' } })
  }
  const time = virtualTime({ fetch })
  const onTokens = (tokens: Tokens | null) => publishedTokens.push(tokens)
  const session = createSession({ surroundings: time, deadlineMs: 2_000, baseUrl: 'http://platform', access, onTokens })
  const { signal } = new AbortController()
  return {
    requests,
    publishedTokens,
    time,
    getToken: (urgent = false) => session.accessToken(signal, urgent),
    session,
    signal,
  }
}

const credentials = { username: 'her', password: 'correct horse' }
const refusal = (): Response =>
  Response.json({ code: 'SESSION_REVOKED', detail: '', retryable: false }, { status: 401 })
const outage = (): Response => new Response('', { status: 500 })

describe('a session', () => {
  it('logs in once for all callers, and refreshes within the last minute, each refresh token once', async () => {
    const { requests, publishedTokens, time, getToken } = aSession({ credentials })
    expect(await Promise.all([getToken(), getToken(), getToken()])).toEqual(['access-1', 'access-1', 'access-1'])
    await time.pass(13 * MINUTE_MS)
    expect(await getToken()).toBe('access-1')
    await time.pass(MINUTE_MS)
    expect(await getToken()).toBe('access-2')
    await time.pass(14 * MINUTE_MS)
    expect(await getToken()).toBe('access-3')
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/login', { ...credentials, refreshTokenIn: 'BODY' }],
      ['/api/auth/refresh', { refreshToken: 'refresh-1' }],
      ['/api/auth/refresh', { refreshToken: 'refresh-2' }],
    ])
    expect(publishedTokens.map((tokens) => tokens?.refreshToken)).toEqual(['refresh-1', 'refresh-2', 'refresh-3'])
  })

  it('logs in again when the session has ended, but not when the server was unreachable', async () => {
    const answers = [undefined, refusal(), undefined, outage()]
    const { requests, time, getToken } = aSession({ credentials }, () => answers.shift())
    await getToken()
    await time.pass(20 * MINUTE_MS)
    expect(await getToken()).toBe('access-3')
    await time.pass(20 * MINUTE_MS)
    await expect(getToken()).rejects.toMatchObject({ status: 500 })
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'refresh', 'login', 'refresh'])
  })

  it('continues with a token that is still valid when no newer one can be obtained', async () => {
    const answers = [undefined, outage()]
    const { time, getToken } = aSession({ credentials }, () => answers.shift())
    await getToken()
    await time.pass(14.5 * MINUTE_MS)
    expect(await getToken()).toBe('access-1')
  })

  it('takes a token for an urgent call from the reserve, without waiting for a renewal in progress', async () => {
    const cookie = { cookie: true } as const
    const { requests, getToken } = aSession(cookie)
    const [ordinary, urgent] = await Promise.all([getToken(), getToken(true)])
    expect([ordinary, urgent]).toEqual(['access-1', 'access-2'])
    expect(requests.map(({ body }) => body)).toEqual([{}, { purpose: 'EMERGENCY_STOP' }])
  })

  it('never makes urgent calls wait', async () => {
    const { requests, time, getToken } = aSession({ credentials })
    await getToken()
    await time.pass(14.5 * MINUTE_MS)
    expect([await getToken(true), requests.length]).toEqual(['access-1', 1])
  })

  it('reuses the tokens of an earlier session, and has no others with a host token', async () => {
    const tokens = { accessToken: 'earlier', refreshToken: 'earlier too', expiresAtMs: 0 }
    const earlier = aSession({ tokens })
    expect([await earlier.getToken(), earlier.requests[0]?.body]).toEqual(['access-1', { refreshToken: 'earlier too' }])
    const { session, getToken, signal, requests } = aSession({ token: 'minted' })
    expect(await getToken()).toBe('minted')
    await expect(session.renew('minted', signal, false)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(requests).toEqual([])
  })

  it('does not renew a token that was renewed in the meantime', async () => {
    const { requests, session, getToken, signal } = aSession({ credentials })
    const first = await getToken()
    const renewed = await Promise.all([session.renew(first, signal, false), session.renew(first, signal, false)])
    expect([...renewed, await session.renew(first, signal, false)]).toEqual(['access-2', 'access-2', 'access-2'])
    expect(requests.length).toBe(2)
  })

  it('stays ended after a logout until the next login', async () => {
    const { requests, publishedTokens, session, getToken, signal } = aSession({ credentials })
    const first = await getToken()
    await session.logout()
    const over = { code: 'UNAUTHENTICATED', status: 401, remedy: expect.stringContaining('login(') }
    await expect(getToken()).rejects.toMatchObject(over)
    await expect(getToken(true)).rejects.toMatchObject(over)
    await expect(session.renew(first, signal, false)).rejects.toMatchObject(over)
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'logout'])
    await session.login(credentials)
    expect(await getToken()).toBe('access-3')
    expect(publishedTokens.map((tokens) => tokens?.accessToken)).toEqual(['access-1', undefined, 'access-3'])
  })

  it('ends together with the tokens that were being fetched', async () => {
    const { publishedTokens, requests, session, getToken } = aSession({ credentials })
    const waiting = getToken()
    await session.logout()
    await waiting
    await expect(getToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'logout'])
    expect(publishedTokens.at(-1)).toBeNull()
  })

  it('does not log in just to log out: a session that has ended at the server is ended', async () => {
    const { requests, publishedTokens, session, getToken, time } = aSession({ credentials }, (path) =>
      path.endsWith('login') ? undefined : refusal(),
    )
    await getToken()
    await time.pass(20 * MINUTE_MS)
    await session.logout()
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'refresh'])
    expect(publishedTokens.at(-1)).toBeNull()
  })

  it('can be ended again when the server was unreachable the first time', async () => {
    const answers = [undefined, outage()]
    const { requests, session, getToken } = aSession({ credentials }, () => answers.shift())
    await getToken()
    await expect(session.logout()).rejects.toMatchObject({ status: 500 })
    await expect(getToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await session.logout()
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['login', 'logout', 'logout'])
  })

  it('removes the cookie from a browser even when no token was requested yet', async () => {
    const { requests, session } = aSession({ cookie: true })
    await session.logout()
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['refresh', 'logout'])
  })

  it('releases a caller that stops waiting, and continues for the others', async () => {
    const { session, getToken } = aSession({ credentials })
    const leaving = new AbortController()
    const left = session.accessToken(leaving.signal, false)
    const waiting = getToken()
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await waiting).toBe('access-1')
  })
})
