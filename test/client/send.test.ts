import { describe, expect, it } from 'vitest'
import { type Call, type SendParts, send, type TokenSource } from '../../client/src/send.ts'
import type { Fetch } from '../../client/src/surroundings.ts'
import { virtualTime } from './virtual-time.ts'

const ORDER = 'http://platform/api/v381/trading/order'
const ok = (): Response => Response.json({ fine: true })
const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, status, detail: code, retryable: false }, { status, headers })
const NO_ANSWER = new TypeError('fetch failed')

interface Sent {
  readonly atMs: number
  readonly key: string | null
  readonly token: string | null
}

/** Sends a call to a server with scripted answers, used in order; the last one repeats. */
const sending = (answers: readonly (Response | Error | 'silence')[], tokens?: TokenSource) => {
  const sent: Sent[] = []
  const fetch: Fetch = (_url, { headers, signal }) => {
    const given = new Headers(headers)
    sent.push({ atMs: time.now(), key: given.get('idempotency-key'), token: given.get('authorization') })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer instanceof Response) return Promise.resolve(answer.clone())
    if (answer instanceof Error) return Promise.reject(answer)
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const time = virtualTime({ fetch })
  const parts: SendParts = { surroundings: time, deadlineMs: 30_000 }
  const go = async (call: Partial<Call> = {}) => {
    const { signal } = new AbortController()
    const whole = { method: 'GET', url: ORDER, headers: new Headers(), body: undefined, signal, ...call }
    const ended = send(parts, whole, tokens).then(
      (response) => ({ response, error: undefined }),
      (error) => ({ response: undefined, error }),
    )
    await time.pass(60_000)
    return ended
  }
  return { sent, go, time }
}

const requestKeys = (sent: readonly Sent[]): unknown[] => sent.map(({ key }) => key)

describe('send', () => {
  it('repeats a write under one key until it is answered', async () => {
    const busy = problem(409, 'IDEMPOTENCY_IN_PROGRESS', { 'retry-after': '1' })
    const { sent, go } = sending([NO_ANSWER, problem(503, 'SHUTTING_DOWN', { 'retry-after': '5' }), busy, ok()])
    const { response } = await go({ method: 'POST' })
    expect(response?.status).toBe(200)
    expect(requestKeys(sent)).toEqual(Array(4).fill('key-of-call-number-1'))
    expect(sent.map(({ atMs }, at) => atMs - (sent[at - 1]?.atMs ?? atMs)).slice(2)).toEqual([5_250, 1_500])
  })

  it('keeps the key that the caller has chosen, and reports it when the outcome is unknown', async () => {
    const { sent, go } = sending([NO_ANSWER])
    const { error } = await go({ method: 'POST', headers: new Headers({ 'Idempotency-Key': 'chosen-by-the-caller' }) })
    expect(error).toMatchObject({ code: 'UNREACHABLE', idempotencyKey: 'chosen-by-the-caller', retryable: true })
    expect(new Set(requestKeys(sent))).toEqual(new Set(['chosen-by-the-caller']))
    expect(sent.length).toBeGreaterThan(3)
  })

  it('leaves the outcome of an unanswered attempt unknown, whatever prevents the retry', async () => {
    const retryable = Response.json({ code: 'QUOTA_EXCEEDED', detail: 'later', retryable: true }, { status: 429 })
    const { sent, go } = sending([NO_ANSWER, retryable])
    const { error } = await go({ method: 'POST' })
    expect(error).toMatchObject({ code: 'UNREACHABLE', status: 0, idempotencyKey: 'key-of-call-number-1' })
    expect(sent.length).toBe(2)
    expect((await sending([retryable]).go({ method: 'POST' })).error).toMatchObject({ code: 'QUOTA_EXCEEDED' })
  })

  it.each([
    ['DELETE', `${ORDER}/ord_1`],
    ['POST', 'http://platform/api/auth/logout'],
    ['POST', 'http://platform/api/of-a-later-version'],
  ])('never repeats %s %s', async (method, url) => {
    const { sent, go } = sending([NO_ANSWER, ok()])
    const { error } = await go({ method, url })
    expect(error).toMatchObject({ code: 'UNREACHABLE' })
    expect(requestKeys(sent)).toEqual([null])
  })

  it('treats silence as no answer, and stops at the deadline', async () => {
    const { sent, go, time } = sending(['silence'])
    const begunMs = time.now()
    const { error } = await go()
    expect(error).toMatchObject({ code: 'UNREACHABLE' })
    expect(sent.map(({ atMs }) => atMs - begunMs)).toEqual([0, 10_125, 20_375])
  })

  it('repeats urgent calls soon, and allows a slow path more time each attempt', async () => {
    const { sent, go, time } = sending(['silence'])
    const begunMs = time.now()
    await go({ method: 'POST', url: 'http://platform/api/emergency-stop' })
    expect(sent.map(({ atMs }) => atMs - begunMs)).toEqual([0, 2_550, 7_650, 17_850, 28_250])
  })

  it('does not wait for a time beyond the deadline', async () => {
    const { sent, go } = sending([problem(429, 'QUOTA_EXCEEDED', { 'retry-after': '59' }), ok()])
    const { error } = await go()
    expect(error).toMatchObject({ code: 'QUOTA_EXCEEDED', retryAfterMs: 59_000 })
    expect(sent.length).toBe(1)
  })

  it('throws the abort reason of the caller, not its consequence', async () => {
    const { go } = sending(['silence'])
    const reason = new Error('changed my mind')
    expect((await go({ signal: AbortSignal.abort(reason) })).error).toBe(reason)
  })

  it('reports the answer of an intermediary', async () => {
    const { go } = sending([new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' })])
    const { error } = await go({ method: 'DELETE', url: `${ORDER}/ord_1` })
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', detail: '502 Bad Gateway <h1>Bad gateway</h1>' })
  })

  it('retries once with a newer token when one is refused, with the same key', async () => {
    const tokens: TokenSource = {
      accessToken: async () => 'old',
      renew: async (refused) => `newer than ${refused}`,
    }
    const { sent, go } = sending([problem(401, 'TOKEN_EXPIRED'), ok()], tokens)
    expect((await go({ method: 'POST' })).response?.status).toBe(200)
    expect(sent.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer newer than old'])
    expect(new Set(requestKeys(sent)).size).toBe(1)
    const refused = sending([problem(401, 'TOKEN_EXPIRED')], tokens)
    expect((await refused.go()).error).toMatchObject({ code: 'TOKEN_EXPIRED', status: 401 })
    expect(refused.sent.length).toBe(2)
  })

  it('uses the current token for urgent calls', async () => {
    const urgencies: boolean[] = []
    const tokens: TokenSource = {
      accessToken: async (_signal, urgent) => {
        urgencies.push(urgent)
        return 'present'
      },
      renew: () => Promise.reject(new Error('not now')),
    }
    const { sent, go } = sending([NO_ANSWER, problem(503, 'SHUTTING_DOWN', { 'retry-after': '5' }), ok()], tokens)
    const { response } = await go({ method: 'POST', url: 'http://platform/api/emergency-stop' })
    expect(response?.status).toBe(200)
    expect(urgencies).toEqual([true, true, true])
    expect(sent.map(({ atMs }) => atMs - (sent[0]?.atMs ?? 0))).toEqual([0, 50, 150])
  })
})
