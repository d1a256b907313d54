import { afterEach, describe, expect, it } from 'vitest'
import { type Client, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { createTroubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import { RECORDED_IDS } from './market-bodies.ts'
import { INSTRUMENTS } from './okx-bodies.ts'

const ANSWERS = {
  'GET /fapi/v1/exchangeInfo': { symbols: [] },
  'GET /v5/market/instruments-info': { retCode: 0, retMsg: 'OK', result: { category: 'linear', list: [] } },
  'GET /api/v5/public/instruments': INSTRUMENTS,
  'GET /api/v2/mix/market/contracts': { code: '00000', msg: 'success', data: [] },
}

const open: { loopback: Loopback; client: Client }[] = []
afterEach(async () => {
  for (const { loopback, client } of open.splice(0)) {
    await client.close()
    await loopback.close()
  }
})

const openAt = async (id: ExchangeId, practice = false) => {
  const loopback = await openLoopback(ANSWERS)
  const client = await openClient({
    dialect: getDialect(id),
    url: loopback.url,
    practice,
    keys: { apiKey: 'a-key', secret: 'a-secret', password: 'a-phrase' },
    recvWindowMs: 3_000,
    clock: Date.now,
    monotonic: () => performance.now(),
    delay: async () => {},
    troubles: createTroubles(Date.now, () => {}),
  })
  open.push({ loopback, client })
  return { loopback, client }
}

describe('opening a client', () => {
  it.each([
    ['binanceusdm', ['GET /fapi/v1/exchangeInfo']],
    ['bybit', ['GET /v5/market/instruments-info']],
    ['okx', ['GET /api/v5/public/instruments']],
    ['bitget', ['GET /api/v2/mix/market/contracts']],
  ] as const)('%s requests its futures and no private data', async (id, routes) => {
    const { loopback } = await openAt(id)
    expect([...new Set(loopback.requests.map(({ method, path }) => `${method} ${path}`))]).toEqual(routes)
  })

  it('Bybit requests linear contracts only, and OKX swaps', async () => {
    const bybit = await openAt('bybit')
    expect(new Set(bybit.loopback.requests.map(({ query }) => query.category))).toEqual(new Set(['linear']))
    const okx = await openAt('okx')
    expect(okx.loopback.requests.map(({ query }) => query)).toEqual([{ instType: 'SWAP' }])
  })

  it.each(RECORDED_IDS)('connects to the demo environment of %s without an error', async (id) => {
    const { client } = await openAt(id, true)
    expect(client.dialect.id).toBe(id)
  })

  it.each(RECORDED_IDS)('%s for streams sends no request', async (id) => {
    const { loopback, client } = await openAt(id)
    const before = loopback.requests.length
    const streams = await client.openStreams()
    expect(loopback.requests).toHaveLength(before)
    await streams.close()
  })
})
