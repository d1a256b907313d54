import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StoreFailure } from '../../../server/core/errors.ts'
import { createRandom } from '../../../server/core/random.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../exchange/faults/wire-fault-plan.ts'
import { beginFaults } from '../../exchange/faults/wire-faults.ts'
import { USUAL_PERMISSIONS } from './auth.ts'
import { Refused } from './errors.ts'
import { createHttpListener } from './http-listener.ts'
import { createRateLimits } from './rate-limits.ts'
import type { Route } from './route.ts'

const LIMITS = { weightPerMinute: 2_400, ordersPerTenSeconds: 300, ordersPerMinute: 1_200 }

/** A request handler with one trading and one reading route, and the number of calls of each. */
const openServer = async (
  plan: Partial<WireFaultPlan>,
  answer: Route['answer'] = () => ({ id: 8389765739703625592n }),
) => {
  const done = { trades: 0, reads: 0 }
  const failures: Error[] = []
  const route = (method: Route['method'], trades: boolean): Route => ({
    method,
    path: '/order',
    weight: 3,
    security: 'NONE',
    trades,
    answer: (call) => {
      done[trades ? 'trades' : 'reads']++
      return answer(call)
    },
  })
  const handler = createHttpListener({
    routes: [route('POST', true), route('GET', false)],
    credentials: { apiKey: 'key', apiSecret: 'secret' },
    permissions: USUAL_PERMISSIONS,
    rates: createRateLimits(LIMITS),
    clock: () => 1_700_000_000_000,
    faults: beginFaults({ ...NO_WIRE_FAULTS, ...plan }, createRandom(5)),
    fail: (error) => failures.push(error),
  })
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/order`
  return { url, done, failures, post: () => fetch(url, { method: 'POST', body: 'a=1' }), get: () => fetch(url) }
}

describe('an answer over HTTP', () => {
  it('has ids to the last digit, and reports the used weight', async () => {
    const { post } = await openServer({})
    const answer = await post()
    expect(await answer.text()).toBe('{"id":8389765739703625592}')
    expect(answer.headers.get('x-mbx-used-weight-1m')).toBe('3')
    expect(answer.headers.get('x-mbx-order-count-1m')).toBe('0')
  })

  it('is a code and a message when it is rejected', async () => {
    const { post } = await openServer({}, () => {
      throw new Refused('-2019')
    })
    const answer = await post()
    expect([answer.status, await answer.json()]).toEqual([400, { code: -2019, msg: 'Margin is insufficient.' }])
  })

  it('has an unknown outcome when its data cannot be written, without side effects', async () => {
    const { post, failures } = await openServer({}, () => {
      throw new StoreFailure('the disk is full')
    })
    expect([(await post()).status, failures]).toEqual([503, []])
  })

  it('reports an unknown outcome on an internal error, and passes the error on', async () => {
    const { post, failures } = await openServer({}, () => {
      throw new Error('a bug')
    })
    expect([(await post()).status, failures.map(({ message }) => message)]).toEqual([503, ['a bug']])
  })

  it('is 404 for an unknown path, and 413 for too large a body', async () => {
    const { url } = await openServer({})
    expect((await fetch(`${url}/none`)).status).toBe(404)
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_001) })).status).toBe(413)
  })
})

const STORM = { probability: 1, fromMs: 60_000, toMs: 60_000 }

describe('faults over HTTP', () => {
  it('lose a request before it was executed', async () => {
    const { post, done } = await openServer({ requestLost: 1 })
    await expect(post()).rejects.toThrow('fetch failed')
    expect(done.trades).toBe(0)
  })

  it('cut an answer after the request was executed', async () => {
    const { post, done } = await openServer({ responseCut: 1 })
    const answer = await post()
    await expect(answer.text()).rejects.toThrow('terminated')
    expect([answer.status, done.trades]).toEqual([200, 1])
  })

  it('empty an answer after the request was executed', async () => {
    const { post, done } = await openServer({ responseEmpty: 1 })
    const answer = await post()
    expect([answer.status, await answer.text(), done.trades]).toEqual([200, '', 1])
  })

  it('lose an answer after the request was executed', async () => {
    const { url, done } = await openServer({ responseLost: 1 })
    for (let count = 1; count <= 4; count++) {
      const ending = new AbortController()
      const withoutAnswer = expect(fetch(url, { method: 'POST', signal: ending.signal })).rejects.toThrow()
      await vi.waitFor(() => expect(done.trades).toBe(count), { timeout: 10_000, interval: 5 })
      setTimeout(() => ending.abort(), 50)
      await withoutAnswer
    }
  })

  it.each([
    ['unavailable', { unavailable: 1 }, [503, 'Service Unavailable.'], [0]],
    ['in doubt', { serverErrors: 1 }, [503, 'Unknown error, please check your request'], [0, 1]],
    ['out of time', { timeouts: 1 }, [408, 'Timeout waiting for response from backend server'], [0, 1]],
    ['limited', { rateLimitStorm: STORM }, [429, 'Too many requests.'], [0]],
    ['shut out', { banStorm: STORM }, [418, 'IP banned'], [0]],
  ] as const)('answer that it is %s', async (_what, plan, [status, words], carriedOut) => {
    const { post, done } = await openServer(plan)
    const answer = await post()
    const body = (await answer.json()) as { msg: string }
    expect([answer.status, body.msg]).toEqual([status, expect.stringContaining(words)])
    expect(carriedOut).toContain(done.trades)
  })

  it('fail only reads', async () => {
    const { get, post, done } = await openServer({ readsFail: 1 })
    expect([(await get()).status, (await post()).status, done]).toEqual([503, 200, { trades: 1, reads: 0 }])
  })

  it('delay an answer', async () => {
    const { post } = await openServer({ responseDelayed: { probability: 1, fromMs: 60, toMs: 60 } })
    const since = performance.now()
    await post()
    expect(performance.now() - since).toBeGreaterThan(50)
  })
})
