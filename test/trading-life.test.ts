import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { toUnits } from './support/exact-text.ts'
import type { Json } from './support/order-stream.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { aTrader, expectWholeAccount, readTicker, type Trader } from './support/trader.ts'

let server: TestPlatform
let trader: Trader
beforeAll(async () => {
  server = await startTestPlatform()
  trader = await aTrader(server)
  await server.ready()
})
afterAll(() => server.close())

const SOON = { timeout: 60_000, interval: 50 }
const MARKET = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' }

/** A tenth of a USDT, as BTCUSDT is priced, so many parts in a thousand away. */
const priceBeside = (price: string, perMille: number): string =>
  ((Math.round(Number(price) * 10) * (1_000 + perMille)) / 10_000).toFixed(1)

const openPosition = async (): Promise<Json> => (await trader.get('/trading/positions')).items[0]

/** Resolves once its stop is verified at the planned price. */
const protectedPosition = (): Promise<Json> =>
  vi.waitFor(async () => {
    const position = await openPosition()
    const { state, stopLoss } = position.protection
    expect([state, stopLoss.standingTriggerPrice, stopLoss.qty]).toEqual([
      'VERIFIED',
      stopLoss.triggerPrice,
      position.qty,
    ])
    return position
  }, SOON)

it('previews an order without placing it', async () => {
  const preview = await trader.call('POST', '/trading/order/preview', { ...MARKET, qty: '0.002' })
  expect([preview.status, preview.body.decision.verdict]).toEqual([200, 'APPROVED'])
  const { effectivePriceLimit, notional, fee, initialMargin, stopLoss, stopLossDefaulted } = preview.body
  expect(toUnits(notional)).toBe(toUnits(effectivePriceLimit) / 500n)
  expect([toUnits(fee), toUnits(initialMargin)]).toEqual([toUnits(notional) / 2_000n, (toUnits(notional) + 1n) / 3n])
  expect([stopLossDefaulted, toUnits(stopLoss.triggerPrice) < toUnits(effectivePriceLimit)]).toEqual([true, true])
  expect((await trader.get('/trading/orders')).items).toEqual([])
})

it('rejects a buy stop that the mark has passed, with a message, as its preview reported', async () => {
  const { markPrice } = await readTicker(trader, 'BTCUSDT')
  const late = { ...MARKET, type: 'STOP_MARKET', qty: '0.002', triggerPrice: priceBeside(markPrice, -50) }
  const { decision } = (await trader.call('POST', '/trading/order/preview', late)).body
  const placed = await trader.call('POST', '/trading/order', late)
  expect([decision.verdict, placed.status, placed.body.code]).toEqual(['DENIED', 422, 'PRE_TRADE_REJECTED'])
  for (const gates of [decision.gates.filter(({ pass }: Json) => !pass), placed.body.gates]) {
    expect(gates).toContainEqual(
      expect.objectContaining({
        gateId: 'G10',
        detail: expect.stringMatching(/^the trigger of .* would fire immediately/),
      }),
    )
  }
  await expectWholeAccount(trader)
})

it('rests a bid below the market, returns the same bytes for the same key, lists it, and cancels it', async () => {
  const { bestBidPrice } = await readTicker(trader, 'BTCUSDT')
  const bid = {
    ...MARKET,
    type: 'LIMIT',
    qty: '0.002',
    price: priceBeside(bestBidPrice, -10),
    timeInForce: 'POST_ONLY',
  }
  const placed = await trader.call('POST', '/trading/order', bid, 'my-first-order-01')
  expect([placed.status, placed.body.status, placed.body.filledQty]).toEqual([201, 'NEW', '0.000'])
  const again = await trader.call('POST', '/trading/order', bid, 'my-first-order-01')
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, placed.body, 'true'])
  const { orderId } = placed.body
  const { items } = await trader.get('/trading/orders?open=true')
  expect(items).toMatchObject([{ orderId, price: bid.price, status: 'NEW' }])
  const taken = await trader.call('DELETE', `/trading/order/${orderId}`)
  expect([taken.status, taken.body.status]).toEqual([200, 'CANCELED'])
  expect((await trader.get('/trading/orders?open=true')).items).toEqual([])
  await expectWholeAccount(trader)
})

it('buys at the market for an amount, protects the position, and accounts for every unit of it', async () => {
  const bought = await trader.call('POST', '/trading/order', { ...MARKET, notional: '300' })
  expect([bought.status, bought.body.status, bought.body.stopLossDefaulted]).toEqual([201, 'FILLED', true])
  const { qty, effectivePriceLimit } = bought.body
  const [spent, oneMore] = [toUnits(qty), toUnits(qty) + toUnits('0.001')].map(
    (units) => (units * toUnits(effectivePriceLimit)) / 10n ** 8n,
  )
  expect([(spent ?? 0n) <= toUnits('300'), (oneMore ?? 0n) > toUnits('300')]).toEqual([true, true])
  const position = await protectedPosition()
  expect(position).toMatchObject({ direction: 'LONG', qty, protection: { stopLoss: bought.body.stopLoss } })
  const counted = await expectWholeAccount(trader)
  expect(counted.fees > 0n).toBe(true)
})

it('moves the stop, placing the new one before the old one is removed', async () => {
  const { id, markPrice, protection } = await openPosition()
  const triggerPrice = priceBeside(markPrice, -12)
  const moved = await trader.call('PATCH', `/trading/positions/${id}/sl-tp`, { stopLoss: { triggerPrice } })
  expect([200, 202]).toContain(moved.status)
  const after = await protectedPosition()
  expect(after.protection.stopLoss).toMatchObject({ triggerPrice, standingTriggerPrice: triggerPrice })
  expect(after.protection.stopLoss.orderId).not.toBe(protection.stopLoss.orderId)
  const former = `/trading/order/${protection.stopLoss.orderId}`
  await vi.waitFor(async () => expect((await trader.get(former)).status).toBe('CANCELED'), SOON)
  await expectWholeAccount(trader)
})

it('closes a part, then the rest, leaves nothing open, and balances with its trades', async () => {
  const { id } = await openPosition()
  const part = await trader.call('POST', `/trading/positions/${id}/close`, { qty: '0.001' })
  expect([part.status, part.body.status, part.body.filledQty]).toEqual([201, 'FILLED', '0.001'])
  expect((await protectedPosition()).id).toBe(id)
  await expectWholeAccount(trader)

  const rest = await trader.call('POST', `/trading/positions/${id}/close`)
  expect([rest.status, rest.body.status, rest.body.purpose]).toEqual([201, 'FILLED', 'CLOSE'])
  expect(await openPosition()).toBeUndefined()
  await vi.waitFor(async () => expect((await trader.get('/trading/orders?open=true')).items).toEqual([]), SOON)
  const late = await trader.call('POST', `/trading/positions/${id}/close`)
  expect([late.status, late.body.code]).toEqual([409, 'POSITION_LIFECYCLE_ENDED'])

  const { wallet, fees, realized } = await expectWholeAccount(trader)
  const { equity, availableBalance, unrealizedPnl } = await trader.get('/account/balance')
  expect([equity, availableBalance, unrealizedPnl].map(toUnits)).toEqual([wallet, wallet, 0n])
  expect(wallet).toBe(toUnits('10000') + realized - fees)
  const csv = await trader.text('/account/trades?symbol=BTCUSDT', 'text/csv')
  const { items } = await trader.get('/account/trades?symbol=BTCUSDT')
  const [head, ...rows] = csv.trimEnd().split('\r\n')
  const cashFlow = head?.split(',').indexOf('cashFlow') ?? -1
  expect(rows.map((row) => row.split(',')[cashFlow])).toEqual(items.map((trade: Json) => trade.cashFlow))
})
