import type { Exchange } from 'ccxt'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../core/instant.ts'
import { A_LISTING, AT_MS } from '../../execution/reading-fixture.ts'
import { binanceOrders } from './orders.ts'

type Params = Readonly<Record<string, unknown>>
type Methods = Readonly<Record<string, (params: Params) => unknown>>

/** Returns the library's methods with the responses a test defines, and the list of calls. */
const aLibrary = (methods: Methods) => {
  const requests: [method: string, params: Params][] = []
  const rest = Object.fromEntries(
    Object.entries(methods).map(([method, answer]) => [
      method,
      async (params: Params = {}) => {
        requests.push([method, params])
        return answer(params)
      },
    ]),
  )
  return { rest: rest as unknown as Exchange, requests }
}

const LISTING = { ...A_LISTING, native: 'BTCUSDT' }
/** Nineteen digits: more than a number can hold. */
const FIRST_ID = 8_389_765_739_703_625_000n

const trades = (from: bigint, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    symbol: 'BTCUSDT',
    id: String(from + BigInt(index)),
    time: String(AT_MS + Number(from - FIRST_ID) + index),
  }))

describe('open orders at Binance', () => {
  it.each([
    ['of a few symbols are queried one by one', [LISTING], [{ symbol: 'BTCUSDT' }]],
    ['of many symbols are queried in one request', Array.from({ length: 9 }, () => LISTING), [{}]],
    ['of all symbols are queried without a symbol', undefined, [{}]],
  ])('%s', async (_, listings, params) => {
    const { rest, requests } = aLibrary({ fapiPrivateGetOpenOrders: () => [], fapiPrivateGetOpenAlgoOrders: () => [] })
    await binanceOrders.openOrders(rest, listings, 'regular')
    await binanceOrders.openOrders(rest, listings, 'conditional')
    expect(requests.map(([, sentParams]) => sentParams)).toEqual([...params, ...params])
  })
})

describe('executions at Binance', () => {
  it('are read page by page, with the full digits of their ids, until the range is over', async () => {
    const pages = [1_000, 1_000, 300].map((count, page) => trades(FIRST_ID + BigInt(page * 1_000), count))
    let page = 0
    const { rest, requests } = aLibrary({ fapiPrivateGetUserTrades: () => pages[page++] })
    const range = { fromMs: AT_MS, toMs: AT_MS + MINUTE_MS }
    const read = await binanceOrders.executions(rest, LISTING, range)
    expect(read).toHaveLength(2_300)
    expect(new Set(read.map(({ id }) => id)).size).toBe(2_300)
    expect(requests.map(([, params]) => params)).toEqual([
      { symbol: 'BTCUSDT', startTime: AT_MS, endTime: range.toMs - 1, limit: 1_000 },
      { symbol: 'BTCUSDT', fromId: String(FIRST_ID + 1_000n), limit: 1_000 },
      { symbol: 'BTCUSDT', fromId: String(FIRST_ID + 2_000n), limit: 1_000 },
    ])
  })

  it('past the end of the range are left to the next', async () => {
    const pages = [trades(FIRST_ID, 1_000), trades(FIRST_ID + 1_000n, 1_000)]
    let page = 0
    const { rest, requests } = aLibrary({ fapiPrivateGetUserTrades: () => pages[page++] })
    const read = await binanceOrders.executions(rest, LISTING, { fromMs: AT_MS, toMs: AT_MS + 1_500 })
    expect(read).toHaveLength(1_500)
    expect(requests).toHaveLength(2)
  })

  it('of one order are all returned, however many there are', async () => {
    const DAYS_MS = 10 * DAY_MS
    const all = Array.from({ length: 1_500 }, (_, index) => ({
      symbol: 'BTCUSDT',
      id: String(FIRST_ID + BigInt(index)),
      orderId: index % 5 === 0 ? 'other' : 'm1',
      time: AT_MS + Math.floor((index * DAYS_MS) / 1_500),
    }))
    const { rest, requests } = aLibrary({
      fapiPrivateGetUserTrades: ({ orderId, startTime, endTime, fromId }) => {
        const matches = all.filter(
          ({ id, orderId: of, time }) =>
            (orderId === undefined || of === orderId) &&
            time >= Number(startTime ?? 0) &&
            time <= Number(endTime ?? AT_MS + DAYS_MS) &&
            BigInt(id) >= BigInt(String(fromId ?? 0)),
        )
        return startTime === undefined && fromId === undefined ? matches.slice(-1_000) : matches.slice(0, 1_000)
      },
      fapiPrivateGetOrder: () => ({ time: String(AT_MS), updateTime: String(AT_MS + DAYS_MS) }),
    })
    const read = await binanceOrders.orderExecutions(rest, LISTING, 'm1')
    expect(new Set(read.map(({ id }) => id)).size).toBe(1_200)
    expect(read).toHaveLength(1_200)
    expect(requests.filter(([method]) => method === 'fapiPrivateGetOrder')).toHaveLength(1)
  })

  it('of one order are not guessed when its lifetime is unknown', async () => {
    const { rest } = aLibrary({
      fapiPrivateGetUserTrades: () => trades(FIRST_ID, 1_000),
      fapiPrivateGetOrder: () => ({ time: 0 }),
    })
    await expect(binanceOrders.orderExecutions(rest, LISTING, 'm1')).rejects.toThrow('when')
  })

  it('in an answer that is not a list are not treated as none', async () => {
    const { rest } = aLibrary({ fapiPrivateGetUserTrades: () => ({}) })
    await expect(binanceOrders.orderExecutions(rest, LISTING, '1')).rejects.toThrow('list')
  })
})

describe('the Binance stream', () => {
  const parseUpdate = (o: object) =>
    binanceOrders.stream.parseMessage({ e: 'ORDER_TRADE_UPDATE', o: { s: 'BTCUSDT', x: 'TRADE', ...o } })

  it.each([
    ['0.001', 1],
    ['0', 0],
    ['0.000', 0],
    ['', 1],
    [null, 1],
    [undefined, 1],
  ])('publishes a trade of %s as read or as unreadable, but none of quantity zero', (l, count) => {
    expect(parseUpdate({ l }).fills).toHaveLength(count)
  })
})

describe('funding at Binance', () => {
  it('has the rate of its settlement, though it is dated moments later, and no payment twice', async () => {
    const row = (tranId: number, time: number) => ({
      symbol: 'BTCUSDT',
      incomeType: 'FUNDING_FEE',
      income: '-0.1',
      asset: 'USDT',
      time,
      tranId,
    })
    const all = Array.from({ length: 1_200 }, (_, index) => row(index, AT_MS + Math.floor(index / 100)))
    const { rest, requests } = aLibrary({
      fapiPrivateGetIncome: ({ startTime }) => all.filter(({ time }) => time >= Number(startTime)).slice(0, 1_000),
      fapiPublicGetFundingRate: () => [{ symbol: 'BTCUSDT', fundingTime: AT_MS - 12, fundingRate: '0.00010000' }],
    })
    const paid = await binanceOrders.funding(rest, [LISTING], { fromMs: AT_MS, toMs: AT_MS + MINUTE_MS })
    expect(paid.map(({ id }) => id)).toEqual(all.map(({ tranId }) => tranId))
    expect(new Set(paid.map(({ rate }) => rate))).toEqual(new Set(['0.00010000']))
    expect(requests.filter(([method]) => method === 'fapiPublicGetFundingRate')).toHaveLength(1)
  })
})

describe('the rest of the account at Binance', () => {
  it.each([
    [
      'as it is',
      [
        { asset: 'BNB', balance: '1' },
        { asset: 'USDT', balance: '12.50000000' },
      ],
      '12.50000000',
    ],
    ['empty where it was never used', [{ asset: 'USDT', balance: '0.00000000', updateTime: 0 }], '0.00000000'],
    ['that is not known where it is not listed', [], undefined],
  ])('has a wallet %s', async (_what, balances, expected) => {
    expect(await binanceOrders.wallet(aLibrary({ fapiPrivateV3GetBalance: () => balances }).rest)).toBe(expected)
  })

  it('queries open orders symbol by symbol only while the symbols are few', async () => {
    const { rest, requests } = aLibrary({ fapiPrivateGetOpenAlgoOrders: () => [] })
    await binanceOrders.openOrders(rest, [LISTING, LISTING], 'conditional')
    await binanceOrders.openOrders(
      rest,
      Array.from({ length: 20 }, () => LISTING),
      'conditional',
    )
    expect(requests.map(([, params]) => params)).toEqual([{ symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT' }, {}])
  })

  it('follows a triggered stop to the order it has triggered', async () => {
    const { rest } = aLibrary({
      fapiPrivateGetAlgoOrder: () => ({
        algoId: '1000000000000001',
        clientAlgoId: 'tS',
        orderType: 'STOP_MARKET',
        algoStatus: 'FINISHED',
        actualOrderId: '88937381063',
        quantity: '0.010',
        symbol: 'BTCUSDT',
      }),
      fapiPrivateGetOrder: ({ orderId }) => ({ orderId, status: 'EXPIRED', executedQty: '0.004', updateTime: AT_MS }),
    })
    const name = { by: 'us', id: 'tS' } as const
    expect(await binanceOrders.findOrder(rest, { listing: LISTING, list: 'conditional', name })).toMatchObject({
      id: '1000000000000001',
      becameId: '88937381063',
      clientId: 'tS',
      type: 'STOP_MARKET',
      status: 'EXPIRED',
      filled: '0.004',
    })
  })
})
