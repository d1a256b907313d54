import { expect, it } from 'vitest'
import { createSimulatedExchange } from '../../server/adapters/exchanges/simulated/index.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { clockFrom, openStage, settableClock } from './venue-stage.ts'

const SYMBOL = { symbol: 'BTCUSDT' }
const BUY = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.100', newOrderRespType: 'RESULT' }
const DAY_MS = 24 * 3_600_000

it('settles funding at its hour, reports it, and lists it', async () => {
  const settlement = Date.UTC(2026, 0, 15, 8)
  const { clock, setTo } = settableClock(settlement - 30_000)
  const stage = await openStage({ clock })
  const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
  const listener = await stage.listen(`/ws/${key}`)
  await stage.signed('POST', '/fapi/v1/order', BUY)
  setTo(settlement - 500)
  const message = await listener.until(({ e, a }) => e === 'ACCOUNT_UPDATE' && a.m === 'FUNDING_FEE')
  expect([message.T, message.a.P]).toEqual([settlement, []])
  const { body } = await stage.signed('GET', '/fapi/v1/income', { incomeType: 'FUNDING_FEE' })
  expect(body).toMatchObject([
    { symbol: 'BTCUSDT', incomeType: 'FUNDING_FEE', income: message.a.B[0].bc, time: settlement },
  ])
  const [balance] = (await stage.signed('GET', '/fapi/v2/balance')).body
  expect(message.a.B[0].wb).toBe(balance.balance)
  listener.socket.close()
  await stage.close()
})

it('liquidates a position without margin, and lists the liquidation order', async () => {
  const begin = Date.UTC(2026, 0, 15)
  const market = createSimulatedExchange({ seed: 7, clock: () => begin })
  const markAt = (at: number): number => Number(market.markPriceAt('BTCUSDT', at)?.mark)
  const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const day = days.find((ahead) => Math.abs(markAt(begin + ahead * DAY_MS) / markAt(begin) - 1) > 0.015) ?? 1
  const side = markAt(begin + day * DAY_MS) < markAt(begin) ? 'BUY' : 'SELL'

  const dataDir = aTempDirectory()
  const before = await openStage({ dataDir, balance: '60', clock: clockFrom(begin) })
  await before.signed('POST', '/fapi/v1/leverage', { ...SYMBOL, leverage: 125 })
  const opened = await before.signed('POST', '/fapi/v1/order', { ...BUY, side })
  expect(opened.body.status).toBe('FILLED')
  await before.close()

  const after = await openStage({ dataDir, clock: clockFrom(begin + day * DAY_MS) })
  expect((await after.signed('GET', '/fapi/v3/positionRisk', SYMBOL)).body).toEqual([])
  const orders = (await after.signed('GET', '/fapi/v1/allOrders', SYMBOL)).body
  expect(orders.at(-1)).toMatchObject({ status: 'FILLED', executedQty: '0.100', reduceOnly: true })
  expect(orders.at(-1).clientOrderId).toMatch(/^autoclose-\d{19}$/)
  const [balance] = (await after.signed('GET', '/fapi/v2/balance')).body
  expect(Number(balance.balance)).toBeLessThan(30)
  await after.close()
})
