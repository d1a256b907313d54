import { describe, expect, it } from 'vitest'
import { openScripted } from './scripted-place.ts'

const REFUSED = { code: -2019, msg: 'Margin is insufficient.' }
const TOO_MANY = { code: -1003, msg: 'Too many requests.' }

describe('an answer with the code of a definite rejection', () => {
  it.each([
    [400, REFUSED, 'refused'],
    [429, TOO_MANY, 'refused'],
    [418, TOO_MANY, 'refused'],
    [408, REFUSED, 'unclear'],
    [500, REFUSED, 'unclear'],
    [503, REFUSED, 'unclear'],
    [504, { code: -2011, msg: 'Unknown order sent.' }, 'unclear'],
  ])('under status %i with %o is %s', async (status, body, kind) => {
    const { client, answer } = await openScripted('binanceusdm')
    answer(status, body)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1', newClientOrderId: 'tE' }
    const called = await client.call((rest) => rest.fapiPrivatePostOrder(order), { urgency: 'TRADE' })
    expect(called.kind).toBe(kind)
    expect(JSON.stringify(called)).toContain(String(body.code))
  })
})

describe('a request', () => {
  it.each([
    ['bybit', (rest) => rest.privatePostV5OrderCreate({ category: 'linear' })],
    ['bitget', (rest) => rest.privateMixPostV2MixOrderPlaceOrder({ symbol: 'BTCUSDT' })],
    ['bitget', (rest) => rest.privateMixGetV2MixAccountAccounts({ productType: 'USDT-FUTURES' })],
  ] satisfies [
    Parameters<typeof openScripted>[0],
    Parameters<Awaited<ReturnType<typeof openScripted>>['client']['call']>[0],
  ][])('to %s carries no broker tag', async (id, work) => {
    const { client, headers } = await openScripted(id)
    const before = headers.length
    await client.call(work, { urgency: 'TRADE' })
    expect(headers).toHaveLength(before + 1)
    expect(headers.at(-1)?.referer).toBeUndefined()
    expect(headers.at(-1)?.['x-channel-api-code']).toBeUndefined()
  })
})
