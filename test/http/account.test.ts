import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountTrades, Balance, Portfolio } from '../../contract/account.ts'
import { aFill, aPosition } from '../support/book-samples.ts'
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

  it.each(['/balance', '/trades', '/portfolio'])('rejects %s without a token', async (path) => {
    expect((await server.call('GET', ACCOUNT + path, { role: null })).statusCode).toBe(401)
  })

  it('gives its history as CSV, numbers as numbers', async () => {
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
