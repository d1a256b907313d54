import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StoreFailure } from '../../../server/core/errors.ts'
import { createRandom } from '../../../server/core/random.ts'
import { ExchangeDown } from '../../exchange/account/order-desk.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../exchange/faults/wire-fault-plan.ts'
import { beginFaults } from '../../exchange/faults/wire-faults.ts'
import { USUAL_BYBIT_PERMISSIONS } from './auth.ts'
import { createBybitListener } from './http-listener.ts'
import { createBybitRates, USUAL_LIMITS } from './rate-limits.ts'
import { Refusal } from './refusal.ts'
import type { BybitRoute } from './route.ts'

const NOW = 1_700_000_000_000

/** A request handler with one trading and one reading route, and the number of calls of each. */
const openServer = async (plan: Partial<WireFaultPlan>, answer: BybitRoute['answer'] = () => ({ fine: true })) => {
  const done = { trades: 0, reads: 0 }
  const failures: Error[] = []
  const route = (method: BybitRoute['method'], trades: boolean): BybitRoute => ({
    method,
    path: '/v5/thing',
    needs: 'nothing',
    perSecond: 10,
    trades,
    answer: (call) => {
      done[trades ? 'trades' : 'reads']++
      return answer(call)
    },
  })
  const handler = createBybitListener({
    routes: [route('POST', true), route('GET', false)],
    credentials: { apiKey: 'key', apiSecret: 'secret' },
    permissions: USUAL_BYBIT_PERMISSIONS,
    rates: createBybitRates(USUAL_LIMITS),
    clock: () => NOW,
    faults: beginFaults({ ...NO_WIRE_FAULTS, ...plan }, createRandom(5)),
    fail: (error) => failures.push(error),
  })
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v5/thing`
  return { done, failures, post: () => fetch(url, { method: 'POST', body: '{"a":1}' }), get: () => fetch(url) }
}

const refusing = (error: Error) =>
  openServer({}, () => {
    throw error
  })

describe('an answer over HTTP', () => {
  it('is 200 and an envelope', async () => {
    const answer = await (await openServer({})).post()
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { retCode: 0, retMsg: 'OK', result: { fine: true }, retExtInfo: {}, time: NOW },
    ])
  })

  it('is 200 and a code when it is rejected', async () => {
    const answer = await (await refusing(new Refusal(110007))).post()
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { retCode: 110007, retMsg: 'ab not enough for new order', result: {}, retExtInfo: {}, time: NOW },
    ])
  })

  it.each([new StoreFailure('the disk is full'), new ExchangeDown('the outcome is unknown')])(
    'has an unknown outcome after: %s',
    async (error) => {
      const { post, failures } = await refusing(error)
      expect(await (await post()).json()).toMatchObject({ retCode: 10016 })
      expect(failures).toEqual([])
    },
  )

  it('reports an unknown outcome on an internal error, and passes the error on', async () => {
    const { post, failures } = await refusing(new Error('a bug'))
    expect(await (await post()).json()).toMatchObject({ retCode: 10016 })
    expect(failures.map(({ message }) => message)).toEqual(['a bug'])
  })
})

const STORM = { probability: 1, fromMs: 60_000, toMs: 60_000 }

describe('faults over HTTP', () => {
  it.each([
    ['502 in doubt', { serverErrors: 1 }, [502, 'Bad Gateway'], [0, 1]],
    ['503 before', { unavailable: 1 }, [503, 'Temporarily Unavailable'], [0]],
    ['10000 in doubt', { timeouts: 1 }, [200, '"retCode":10000'], [0, 1]],
    ['10006', { rateLimitStorm: STORM }, [200, '"retCode":10006'], [0]],
    ['403', { banStorm: STORM }, [403, 'access too frequent'], [0]],
  ] as const)('answer %s', async (_what, plan, [status, words], carriedOut) => {
    const { post, done } = await openServer(plan)
    const answer = await post()
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
    expect(carriedOut).toContain(done.trades)
  })

  it('fail only reads', async () => {
    const { get, post, done } = await openServer({ readsFail: 1 })
    expect([(await get()).status, (await post()).status, done]).toEqual([503, 200, { trades: 1, reads: 0 }])
  })

  it('lose a request, and empty an answer', async () => {
    const lost = await openServer({ requestLost: 1 })
    await expect(lost.post()).rejects.toThrow('fetch failed')
    const empty = await openServer({ responseEmpty: 1 })
    expect([await (await empty.post()).text(), lost.done.trades, empty.done.trades]).toEqual(['', 0, 1])
  })
})
