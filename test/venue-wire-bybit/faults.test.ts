import { expect, it } from 'vitest'
import type { VenueSink } from '../../server/engine/model/ports.ts'
import { parseBybitPermissions } from '../../venue/bybit/rest/auth.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import type { Answer } from '../venue-wire/venue-stage.ts'
import { API_SECRET, type BybitStage, type BybitStageOptions, openBybitStage, requestSigned } from './bybit-stage.ts'

const BTC = { category: 'linear', symbol: 'BTCUSDT' }
const BUY = { ...BTC, side: 'Buy', orderType: 'Market', qty: '0.010', orderLinkId: 'doubtful' }

/** Runs a function against a separate stage. */
const on = async (options: BybitStageOptions, act: (stage: BybitStage) => Promise<void>): Promise<void> => {
  const stage = await openBybitStage(options)
  try {
    await act(stage)
  } finally {
    await stage.close()
  }
}

const faults = (plan: Partial<WireFaultPlan>): BybitStageOptions => ({
  faults: { ...NO_WIRE_FAULTS, seed: 1, ...plan },
})

const send = (stage: BybitStage) => stage.post('/v5/order/create', BUY)

it('cuts an answer after the order was accepted', async () => {
  const dataDir = aTempDirectory()
  await on({ dataDir, ...faults({ responseCut: 1 }) }, async (stage) => {
    await expect(send(stage)).rejects.toThrow('terminated')
  })
  await on({ dataDir }, async (stage) => {
    const named = { ...BTC, orderLinkId: 'doubtful' }
    const [order] = (await stage.get('/v5/order/history', named)).body.result.list
    expect([order.orderStatus, order.cumExecQty]).toEqual(['Filled', '0.010'])
    expect((await stage.get('/v5/order/realtime', named)).body.result.list).toEqual([])
  })
})

it('loses stream messages, duplicates others, and ends connections early', async () => {
  await on(faults({ streamDropped: 0.3, streamDuplicated: 0.3, connectionMs: 1_500 }), async (stage) => {
    const readSteps = async (): Promise<number[]> => {
      const listener = await stage.listen('orderbook.50.BTCUSDT', 'orderbook.50.ETHUSDT')
      expect(await listener.closed).toBe(1001)
      const numbers = listener.messages.filter(({ data }) => data?.s === 'BTCUSDT').map(({ data }) => data.u)
      return numbers.slice(1).map((number, index) => number - numbers[index])
    }
    // On a busy machine a connection may bring too few messages for both.
    await expect.poll(readSteps).toEqual(expect.arrayContaining([0, expect.toSatisfy((step: number) => step > 1)]))
  })
})

it('sets the clock ahead, so that requests are too old', async () => {
  await on(faults({ clockSkewMs: 7_000 }), async (stage) => {
    expect((await send(stage)).body.retCode).toBe(10002)
    const beforeMs = Date.now()
    const { body } = await stage.open('/v5/market/time')
    expect(body.time).toBeGreaterThanOrEqual(beforeMs + 7_000)
  })
})

/** Time at which the clock of an exchange stands, so that no limit is reset. */
const A_SECOND_MS = Date.UTC(2026, 0, 15, 12, 30)

const STORM = { probability: 1, fromMs: 60_000, toMs: 60_000 }

it('limits the account and its address by the second', async () => {
  const clock = () => A_SECOND_MS
  await on({ limits: {}, clock }, async (stage) => {
    const answers: Answer[] = []
    for (let count = 0; count < 7; count++) answers.push(await stage.get('/v5/account/fee-rate', BTC))
    expect(answers.map(({ body }) => body.retCode)).toEqual([0, 0, 0, 0, 0, 10006, 10006])
    expect(answers.map(({ headers }) => headers.get('x-bapi-limit-status'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
      '0',
    ])
    expect(answers[0]?.headers.get('x-bapi-limit')).toBe('5')
    expect(answers[6]?.headers.get('x-bapi-limit-reset-timestamp')).toBe(String(A_SECOND_MS + 1_000))
  })
  await on({ limits: { requestsPerAddress: 3 }, clock }, async (stage) => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      statuses.push((await fetch(`${stage.url}/v5/market/time`)).status)
    }
    expect(statuses.slice(-3)).toEqual([403, 403, 403])
  })
})

it('restricts a key to its permissions', async () => {
  const permissions = parseBybitPermissions('Withdraw,-ipRestrict,-Position')
  await on({ ...(permissions && { permissions }) }, async (stage) => {
    const { result } = (await stage.get('/v5/user/query-api')).body
    expect(result).toMatchObject({ permissions: { Wallet: ['Withdraw'], ContractTrade: ['Order'] }, ips: ['*'] })
    expect(result.deadlineDay).toBe(90)
    expect((await stage.post('/v5/position/set-leverage', BTC)).body.retCode).toBe(10005)
    expect((await send(stage)).body.retCode).toBe(0)
  })
  const reading = parseBybitPermissions('readOnly')
  await on(
    { ...(reading && { permissions: reading }), ...faults({ rateLimitStorm: { ...STORM, probability: 0 } }) },
    async (stage) => {
      expect((await send(stage)).body.retCode).toBe(10005)
      expect((await stage.get('/v5/position/list', BTC)).body.retCode).toBe(0)
    },
  )
})

it('rejects requests with a wrong signature or timestamp', async () => {
  await on({}, async ({ url }) => {
    const requestWith = (signing: Partial<Parameters<typeof requestSigned>[3]>) =>
      requestSigned(url, 'GET', '/v5/position/list', { params: BTC, timestamp: Date.now(), ...signing })
    const codes = [
      await requestWith({}),
      await requestWith({ apiKey: 'other' }),
      await requestWith({ secret: `${API_SECRET}x` }),
      await requestWith({ timestamp: Date.now() - 6_000 }),
      await requestWith({ timestamp: Date.now() + 60_000 }),
    ]
    expect(codes.map(({ body }) => body.retCode)).toEqual([0, 10003, 10004, 10002, 10002])
    expect((await (await fetch(`${url}/v5/position/list`)).json()) as object).toMatchObject({ retCode: 10007 })
  })
})

/** An exchange that has taken no stop yet when the program ends. */
const withoutStops: NonNullable<BybitStageOptions['between']> = (exchange) => ({
  ...exchange,
  account: {
    ...exchange.account,
    send(request) {
      if (request.kind === 'submit' && request.submission.terms.type === 'STOP_MARKET') return
      exchange.account.send(request)
    },
  },
})

it('places a pending stop after a restart, and none that was removed', async () => {
  const dataDir = aTempDirectory()
  const stops = async (stage: BybitStage) =>
    (await stage.get('/v5/order/realtime', { ...BTC, orderFilter: 'StopOrder' })).body.result.list
  await on({ dataDir, between: withoutStops }, async (stage) => {
    await stage.post('/v5/order/create', { ...BUY, stopLoss: '30000', slTriggerBy: 'MarkPrice' })
    expect(await stops(stage)).toEqual([])
  })
  await on({ dataDir }, async (stage) => {
    await expect.poll(() => stops(stage)).toHaveLength(1)
    const [stop] = await stops(stage)
    expect(stop).toMatchObject({ stopOrderType: 'StopLoss', qty: '0.010', triggerBy: 'MarkPrice' })
    await stage.post('/v5/position/trading-stop', { ...BTC, tpslMode: 'Full', positionIdx: 0, stopLoss: '0' })
  })
  await on({ dataDir }, async (stage) => {
    expect(await stops(stage)).toEqual([])
    expect((await stage.get('/v5/position/list', BTC)).body.result.list[0]).toMatchObject({
      size: '0.010',
      stopLoss: '',
    })
  })
})

it('disconnects account subscribers when an event was lost, and reloads the account', async () => {
  const sinks: VenueSink[] = []
  const between: BybitStageOptions['between'] = (exchange) => ({
    ...exchange,
    account: {
      ...exchange.account,
      open(sink) {
        sinks.push(sink)
        exchange.account.open(sink)
      },
    },
  })
  await on({ between }, async (stage) => {
    await stage.post('/v5/order/create', { ...BUY, stopLoss: '30000' })
    const books = async () => [
      (await stage.get('/v5/order/history', BTC)).body.result.list,
      (await stage.get('/v5/execution/list', BTC)).body.result.list,
      (await stage.get('/v5/order/realtime', BTC)).body.result.list.length,
    ]
    await expect.poll(async () => (await books())[2]).toBe(1)
    const before = await books()
    const listener = await stage.listenPrivately('order')
    for (const sink of sinks) {
      sink.offer({ kind: 'stream', state: 'lost' })
      sink.offer({ kind: 'stream', state: 'connected' })
    }
    await listener.closed
    expect(await books()).toEqual(before)
  })
})
