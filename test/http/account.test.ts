import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountTrades, Balance, Portfolio } from '../../contract/account.ts'
import { RiskLimits } from '../../contract/limits.ts'
import { Performance } from '../../contract/performance.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import { aFill, anId, aPosition } from '../support/book-samples.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const ACCOUNT = '/api/v381/account'
const ajv = new Ajv({ strict: false })
let server: TradingServer

beforeAll(async () => {
  server = await startTradingServer()
  server.mark('BTCUSDT', 1_000)
  server.hold(aPosition())
  server.store.entries.push({ kind: 'fill', fill: aFill() })
})
afterAll(() => server.close())

describe('the account', () => {
  it.each([
    ['/balance', Balance],
    ['/trades', AccountTrades],
    ['/trades?symbols=BTCUSDT&from=2026-01-01T00:00:00Z&limit=1', AccountTrades],
    ['/portfolio', Portfolio],
    ['/portfolio?series=equity&points=10', Portfolio],
    ['/limits', RiskLimits],
    ['/performance', Performance],
    ['/performance?symbols=BTCUSDT&from=2026-01-01T00:00:00Z', Performance],
  ])('answers %s to any role in the documented shape, with caching disabled', async (path, schema) => {
    for (const role of ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const) {
      const response = await server.call('GET', ACCOUNT + path, { role })
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      const validate = ajv.compile(schema)
      validate(response.json())
      expect(validate.errors).toBeNull()
    }
  })

  it.each(['/balance', '/trades', '/portfolio', '/performance', '/limits'])(
    'rejects %s without a token',
    async (path) => {
      expect((await server.call('GET', ACCOUNT + path, { role: null })).statusCode).toBe(401)
    },
  )

  it('returns the results of closed positions by closing time', async () => {
    const closed = aPosition({
      positionId: anId('pos', 77),
      status: 'CLOSED',
      quantity: lots(0),
      closedAtMs: server.state.nowMs - 1_000,
      realizedPnl: 300_000_000n,
    })
    server.store.positions.push(closed)
    const read = async (query: string) => (await server.call('GET', `${ACCOUNT}/performance${query}`)).json()
    expect(await read('')).toMatchObject({ trades: 1, gross: '3.00000000', byDirection: [{ key: 'LONG', trades: 1 }] })
    expect(await read(`?to=${closed.closedAtMs}`)).toMatchObject({ trades: 0, net: '0.00000000' })
    const refused = await server.call('GET', `${ACCOUNT}/performance?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      expect.stringContaining('must be later than from'),
    ])
  })

  it('returns its history as CSV, with numbers as numbers', async () => {
    const response = await server.call('GET', `${ACCOUNT}/trades`, { headers: { accept: 'text/csv' } })
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.body.split('\r\n')[1]).toContain(',0.00050000,USDT,TAKER,TRADE,0.00000000,,-0.00050000,')
  })

  it('never writes an amount as a JSON number', async () => {
    const { body } = await server.call('GET', `${ACCOUNT}/portfolio?series=equity`)
    const numbers: string[] = []
    JSON.parse(body, (name, value) => {
      if (typeof value === 'number') numbers.push(name)
      return value
    })
    expect(new Set(numbers)).toEqual(
      new Set(['currentPct', 'maxPct', 'shareOfGross', 'differences', 'ageMs', 'maxAgeMs']),
    )
  })
})
