import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemSlug } from '../../contract/problem.ts'
import { printCursor } from '../../server/views/page.ts'
import { anId, aPosition } from '../support/book-samples.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const TRADING = '/api/v381/trading'
const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.010', price: '100.0' }
const closing = `${TRADING}/positions/${anId('pos')}/close`
const protection = `${TRADING}/positions/${anId('pos')}/sl-tp`
let server: TradingServer

beforeAll(async () => {
  server = await startTradingServer()
  server.hold(aPosition())
})
afterAll(() => server.close())

/** Expects every refusal to name cause, place and remedy, and the engine to receive nothing. */
const expectRefusal = async (
  [method, path, options]: readonly [string, string, Parameters<TradingServer['call']>[2]],
  slug: ProblemSlug,
  pointers: readonly string[] = [],
) => {
  const response = await server.call(method, path, options)
  const kind = PROBLEMS[slug]
  expect(response.statusCode, response.body).toBe(kind.status)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.headers['cache-control']).toBe('no-store')
  const problem = response.json()
  expect(problem).toMatchObject({ title: kind.title, type: `http://plimsoll.test/api-docs/problems/${slug}` })
  expect(problem.detail).not.toBe('')
  const reported = (problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)
  expect(reported).toEqual(expect.arrayContaining([...pointers]))
  for (const { detail, code } of problem.errors ?? []) expect([detail, code]).not.toContain('')
  expect(server.instructions).toEqual([])
}

describe('an invalid order body', () => {
  it.each<[string, unknown, string[]]>([
    ['a number as quantity', { ...limit, qty: 0.01 }, ['/qty']],
    ['a number that would lose digits', { ...limit, price: 0.30000000000000004 }, ['/price']],
    ['an unknown field', { ...limit, leverage: '5' }, ['/leverage']],
    ['a mode', { ...limit, executionMode: 'LIVE' }, ['/executionMode']],
    ['the old name of clientOrderId', { ...limit, clientRef: 'x' }, ['/clientRef']],
    ['a negative price', { ...limit, price: '-100.0' }, ['/price']],
    ['an exponent', { ...limit, price: '1e400' }, ['/price']],
    ['a plus sign', { ...limit, price: '+1' }, ['/price']],
    ['leading zeros', { ...limit, price: '0100' }, ['/price']],
    ['a quantity in Arabic digits', { ...limit, qty: '١' }, ['/qty']],
    ['NaN', { ...limit, qty: 'NaN' }, ['/qty']],
    ['nineteen decimals', { ...limit, price: '1.0000000000000000001' }, ['/price']],
    ['a price off the tick', { ...limit, price: '100.01' }, ['/price']],
    ['a quantity off the lot', { ...limit, qty: '0.0105' }, ['/qty']],
    ['an unknown side', { ...limit, side: 'LONG' }, ['/side']],
    ['a hedge position side', { ...limit, positionSide: 'LONG' }, ['/positionSide']],
    ['a malformed symbol', { ...limit, symbol: 'btcusdt' }, ['/symbol']],
    ['a flag as text', { ...limit, reduceOnly: 'true' }, ['/reduceOnly']],
    ['a slippage beyond bounds', { ...limit, type: 'MARKET', maxSlippageBps: 1_001 }, ['/maxSlippageBps']],
    ['a slippage that is not a whole number', { ...limit, maxSlippageBps: 1.5 }, ['/maxSlippageBps']],
    ['a clientOrderId with a space', { ...limit, clientOrderId: 'a b' }, ['/clientOrderId']],
    ['a clientOrderId that is too long', { ...limit, clientOrderId: 'a'.repeat(37) }, ['/clientOrderId']],
    ['a stop that is not an object', { ...limit, stopLoss: '90' }, ['/stopLoss']],
    ['a stop with an unknown field', { ...limit, stopLoss: { triggerPrice: '90', price: '1' } }, ['/stopLoss/price']],
    ['a stop without price', { ...limit, stopLoss: {} }, ['/stopLoss/triggerPrice']],
    ['several faults', { side: 'UP', qty: 1, type: 'LIMIT' }, ['/symbol', '/side', '/qty']],
    [
      'several faults of meaning',
      { ...limit, qty: '0', price: '1.01', triggerBy: 'LAST' },
      ['/qty', '/price', '/triggerBy'],
    ],
    ['nothing', undefined, ['']],
    ['a list', [limit], ['']],
    ['null', 'null', ['']],
  ])('with %s is refused', async (_name, body, pointers) => {
    await expectRefusal(['POST', `${TRADING}/order`, { body }], 'invalid-parameter', pointers)
    await expectRefusal(['POST', `${TRADING}/order/preview`, { body }], 'invalid-parameter', pointers)
  })

  it.each<[string, Parameters<TradingServer['call']>[2], ProblemSlug]>([
    ['an untraded symbol', { body: { ...limit, symbol: 'NOPEUSDT' } }, 'unknown-symbol'],
    ['more than 64 KiB', { body: { ...limit, clientOrderId: 'a'.repeat(70 * 1024) } }, 'content-too-large'],
    ['deep JSON', { body: `${'{"a":'.repeat(17)}1${'}'.repeat(17)}` }, 'malformed-request'],
    ['JSON cut short', { body: '{"symbol":' }, 'malformed-request'],
    ['a key that would change the prototype', { body: '{"__proto__":{"qty":"1"}}' }, 'malformed-request'],
    [
      'a form',
      { body: 'qty=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'unsupported-media-type',
    ],
    ['plain text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 'unsupported-media-type'],
    [
      'a merge patch',
      { body: '{}', headers: { 'content-type': 'application/merge-patch+json' } },
      'unsupported-media-type',
    ],
  ])('with %s is refused', async (_name, options, slug) => {
    await expectRefusal(['POST', `${TRADING}/order`, options], slug)
  })

  it('distinguishes a number from a string in the remedy', async () => {
    const { errors } = (await server.call('POST', `${TRADING}/order`, { body: { ...limit, qty: 1 } })).json()
    expect(errors).toEqual([
      { in: 'body', pointer: '/qty', code: 'WRONG_TYPE', detail: 'must be text in double quotes' },
    ])
  })
})

describe('an invalid header', () => {
  it.each([
    ['Idempotency-Key that is too short', 'idempotency-key', 'short'],
    ['Idempotency-Key that is too long', 'idempotency-key', 'a'.repeat(65)],
    ['Idempotency-Key with half a quote', 'idempotency-key', '"a-key-of-sixteen-or-more'],
    ['Idempotency-Key with a space', 'idempotency-key', 'a key of sixteen or more'],
  ])('%s is refused', async (_name, name, value) => {
    const headers = { [name]: value }
    await expectRefusal(['POST', `${TRADING}/order`, { body: limit, headers }], 'invalid-parameter', [`/${name}`])
    await expectRefusal(['POST', closing, { headers }], 'invalid-parameter', [`/${name}`])
  })

  it.each(['abc', '"7', 'W/7', '"7", "8"'])('If-Match %s is refused', async (value) => {
    const options = { body: { stopLoss: { triggerPrice: '90' } }, headers: { 'if-match': value } }
    await expectRefusal(['PATCH', protection, options], 'invalid-parameter', ['/if-match'])
  })
})

describe('an invalid position change', () => {
  it.each<[string, readonly [string, string], unknown, string[]]>([
    ['a part of a lot', ['POST', closing], { qty: '0.0001' }, ['/qty']],
    ['a negative quantity', ['POST', closing], { qty: '-1' }, ['/qty']],
    ['a quantity that is no text', ['POST', closing], { qty: 1 }, ['/qty']],
    ['a side', ['POST', closing], { side: 'SELL' }, ['/side']],
    ['nothing to change', ['PATCH', protection], {}, ['']],
    ['no body', ['PATCH', protection], undefined, ['']],
    ['a stop off the tick', ['PATCH', protection], { stopLoss: { triggerPrice: '90.01' } }, ['/stopLoss/triggerPrice']],
    ['an empty stop', ['PATCH', protection], { stopLoss: {} }, ['/stopLoss']],
    ['a number as stop', ['PATCH', protection], { stopLoss: { triggerPrice: 90 } }, ['/stopLoss/triggerPrice']],
    [
      'a target without price',
      ['PATCH', protection],
      { takeProfit: { triggerBy: 'LAST' } },
      ['/takeProfit/triggerPrice'],
    ],
  ])('with %s is refused', async (_name, address, body, pointers) => {
    await expectRefusal([...address, { body }], 'invalid-parameter', pointers)
  })
})

describe('an invalid address', () => {
  it.each<[string, string, ProblemSlug, string[]]>([
    ['GET', `${TRADING}/order/${anId('pos')}`, 'invalid-parameter', ['/orderId']],
    ['DELETE', `${TRADING}/order/1`, 'invalid-parameter', ['/orderId']],
    ['GET', `${TRADING}/order/${anId('ord', 9)}`, 'order-not-found', []],
    ['POST', `${TRADING}/positions/x/close`, 'invalid-parameter', ['/id']],
    ['POST', `${TRADING}/positions/${anId('pos', 9)}/close`, 'position-not-found', []],
    ['GET', `${TRADING}/orders?limit=0`, 'invalid-parameter', ['/limit']],
    ['GET', `${TRADING}/orders?limit=201`, 'invalid-parameter', ['/limit']],
    ['GET', `${TRADING}/orders?limit=1&limit=2`, 'invalid-parameter', ['/limit']],
    ['GET', `${TRADING}/orders?page=2`, 'invalid-parameter', ['/page']],
    ['GET', `${TRADING}/orders?status=NEW,OLD`, 'invalid-parameter', ['/status']],
    ['GET', `${TRADING}/orders?open=1`, 'invalid-parameter', ['/open']],
    ['GET', `${TRADING}/orders?symbols=BTCUSDT,`, 'invalid-parameter', ['/symbols']],
    ['GET', `${TRADING}/orders?symbol=NOPEUSDT`, 'unknown-symbol', []],
    ['GET', `${TRADING}/orders?from=yesterday`, 'invalid-parameter', ['/from']],
    ['GET', `${TRADING}/orders?from=2000&to=1000`, 'invalid-parameter', ['/to']],
    ['GET', `${TRADING}/orders?cursor=`, 'invalid-cursor', ['/cursor']],
    ['GET', `${TRADING}/orders?cursor=forged`, 'invalid-cursor', ['/cursor']],
    ['GET', `${TRADING}/orders?cursor=${printCursor({ atMs: NOON_MS, id: 'x' }, 'f')}`, 'invalid-cursor', ['/cursor']],
    ['GET', `${TRADING}/positions?cursor=${'A'.repeat(600)}`, 'invalid-cursor', ['/cursor']],
    ['GET', `${TRADING}/positions?status=GONE`, 'invalid-parameter', ['/status']],
    ['GET', '/api/v381/account/trades?cursor=forged', 'invalid-cursor', ['/cursor']],
    ['GET', '/api/v381/account/trades?orderId=1', 'invalid-parameter', ['/orderId']],
    ['GET', '/api/v381/account/balance?asset=BTC', 'invalid-parameter', ['/asset']],
    ['GET', '/api/v381/account/portfolio?series=price', 'invalid-parameter', ['/series']],
    ['GET', '/api/v381/account/portfolio?points=1', 'invalid-parameter', ['/points']],
    ['PUT', `${TRADING}/order`, 'method-not-allowed', []],
  ])('%s %s is refused', async (method, path, slug, pointers) => {
    await expectRefusal([method, path, {}], slug, pointers)
  })
})
