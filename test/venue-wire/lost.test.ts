import { expect, it } from 'vitest'
import type { VenueSink } from '../../server/engine/model/ports.ts'
import { openStage } from './venue-stage.ts'

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010', newOrderRespType: 'RESULT' }

it('disconnects account subscribers when an event was lost, and reloads the account', async () => {
  const sinks: VenueSink[] = []
  const stage = await openStage({
    between: (exchange) => ({
      ...exchange,
      account: {
        ...exchange.account,
        open(sink) {
          sinks.push(sink)
          exchange.account.open(sink)
        },
      },
    }),
  })
  await stage.signed('POST', '/fapi/v1/order', BUY)
  const books = async () => [
    (await stage.signed('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).text,
    (await stage.signed('GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' })).text,
    (await stage.signed('GET', '/fapi/v2/balance')).body[0].balance,
  ]
  const before = await books()
  const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
  const listener = await stage.listen(`/ws/${key}`)

  for (const sink of sinks) {
    sink.offer({ kind: 'stream', state: 'lost' })
    sink.offer({ kind: 'stream', state: 'connected' })
  }
  await listener.closed
  expect(await books()).toEqual(before)
  expect((await stage.signed('POST', '/fapi/v1/order', { ...BUY, side: 'SELL', reduceOnly: true })).status).toBe(200)
  await stage.close()
})
