import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toUnits } from './support/exact-text.ts'
import type { Json } from './support/order-stream.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { sharedData } from './support/shared-data.ts'
import { aTrader, expectWholeAccount, readTicker, type Trader } from './support/trader.ts'

const replay = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
const where = 'needs ../shared/data beside the repository'

/** Six minutes in forty seconds: a second of the test is nine of the market. */
const SPEED = '9'
const SOON = { timeout: 60_000, interval: 30 }
/** Time after which a waiting bid is placed again: the market may have moved away from it. */
const WAITING = { timeout: 2_000, interval: 30 }
const ATTEMPTS = 8
const SYMBOL = 'BTCUSDT'
/** 202: the exchange did not answer before the receive window ended, as happens on a busy machine. */
const ACCEPTED = [201, 202]

let server: TestPlatform
let trader: Trader

const readOrder = (orderId: string): Promise<Json> => trader.get(`/trading/order/${orderId}`)
const openPosition = async (): Promise<Json> => (await trader.get('/trading/positions')).items[0]

/**
 * Places a bid at the best price until one fills while it rests; a bid that the market has left is cancelled and
 * replaced.
 */
const filledBid = async (qty: string): Promise<Json> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { bestBidPrice: price } = await readTicker(trader, SYMBOL)
    const bid = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', qty, price, timeInForce: 'POST_ONLY' }
    const { status, body } = await trader.call('POST', '/trading/order', bid)
    expect(ACCEPTED).toContain(status)
    expect(body.symbol).toBe(SYMBOL)
    const waiting = vi.waitFor(async () => expect((await readOrder(body.orderId)).filledQty).toBe(qty), WAITING)
    if (await waiting.then(() => true).catch(() => false)) return readOrder(body.orderId)
    await trader.call('DELETE', `/trading/order/${body.orderId}`)
    const ended = await vi.waitFor(async () => {
      const order = await readOrder(body.orderId)
      expect(['CANCELED', 'EXPIRED', 'FILLED']).toContain(order.status)
      return order
    }, SOON)
    if (toUnits(ended.filledQty) > 0n) return ended
  }
  throw new Error(`none of ${ATTEMPTS} bids at the best price was filled`)
}

/** Resolves once a stop for the whole quantity is verified at the planned price. */
const protectedPosition = (): Promise<Json> =>
  vi.waitFor(async () => {
    const position = await openPosition()
    const { state, stopLoss } = position.protection
    const standing = [state, stopLoss.standingTriggerPrice, stopLoss.qty, stopLoss.status]
    expect(standing).toEqual(['VERIFIED', stopLoss.triggerPrice, position.qty, 'UNTRIGGERED'])
    return position
  }, SOON)

const fetchTrades = async (orderId: string): Promise<Json[]> =>
  (await trader.get(`/account/trades?orderId=${orderId}`)).items

/** So many parts in a thousand below a price, in tenths of a USDT. */
const below = (price: string, perMille: number): string =>
  (Math.floor((Number(price) * 10 * (1_000 - perMille)) / 1_000) / 10).toFixed(1)

describe.skipIf(!replay)(`a trade lifecycle on paper over a recorded market (${where})`, () => {
  beforeAll(async () => {
    server = await startTestPlatform({ replay, speed: SPEED })
    trader = await aTrader(server)
    await server.ready()
    await vi.waitFor(async () => expect((await readTicker(trader, SYMBOL)).bestBidPrice).not.toBeNull(), SOON)
  })
  afterAll(() => server.close())

  it('fills a resting bid at its own price in queue order, and protects the position', async () => {
    const bid = await filledBid('0.002')
    const trades = await fetchTrades(bid.orderId)
    expect(new Set(trades.map(({ price, liquidity }) => `${price} ${liquidity}`))).toEqual(
      new Set([`${bid.price} MAKER`]),
    )
    expect(bid).toMatchObject({ type: 'LIMIT', stopLossDefaulted: true, avgFillPrice: `${bid.price}0000000` })
    const position = await protectedPosition()
    expect(position.protection.stopLoss.triggerPrice).toBe(below(bid.price, 20))
    await expectWholeAccount(trader)
  })

  it('adds at the market, at no worse a price than its limit, and grows the stop with the position', async () => {
    const before = await openPosition()
    const { status, body } = await trader.call('POST', '/trading/order', {
      symbol: SYMBOL,
      side: 'BUY',
      type: 'MARKET',
      qty: '0.003',
    })
    expect(ACCEPTED).toContain(status)
    await vi.waitFor(async () => expect((await readOrder(body.orderId)).status).toBe('FILLED'), SOON)
    for (const { price, liquidity } of await fetchTrades(body.orderId)) {
      expect(liquidity).toBe('TAKER')
      expect(toUnits(price)).toBeLessThanOrEqual(toUnits(body.effectivePriceLimit))
    }
    const position = await protectedPosition()
    expect([position.id, toUnits(position.qty)]).toEqual([before.id, toUnits(before.qty) + toUnits('0.003')])
    await expectWholeAccount(trader)
  })

  it('moves the stop, and removes the former one once the new one is verified', async () => {
    const { id, markPrice, protection } = await openPosition()
    const triggerPrice = below(markPrice, 12)
    const { status } = await trader.call('PATCH', `/trading/positions/${id}/sl-tp`, { stopLoss: { triggerPrice } })
    expect([200, 202]).toContain(status)
    expect((await protectedPosition()).protection.stopLoss.standingTriggerPrice).toBe(triggerPrice)
    const { orderId } = protection.stopLoss
    await vi.waitFor(async () => expect((await readOrder(orderId)).status).toBe('CANCELED'), SOON)
  })

  it('closes in two parts and ends with nothing open and exactly the balance that its trades add up to', async () => {
    const { id, qty } = await openPosition()
    for (const body of [{ qty: '0.001' }, {}]) {
      const closed = await trader.call('POST', `/trading/positions/${id}/close`, body)
      expect([closed.status, closed.body.status, closed.body.purpose]).toEqual([201, 'FILLED', 'CLOSE'])
      await expectWholeAccount(trader)
    }
    expect(await openPosition()).toBeUndefined()
    await vi.waitFor(async () => expect((await trader.get('/trading/orders?open=true')).items).toEqual([]), SOON)

    const { wallet, positions } = await expectWholeAccount(trader)
    expect([...positions.keys()]).toEqual([id])
    const { items } = await trader.get('/account/trades?limit=200')
    const sold = items.flatMap((trade: Json) => (trade.side === 'SELL' ? toUnits(trade.qty) : []))
    expect(sold.reduce((sum: bigint, part: bigint) => sum + part, 0n)).toBe(toUnits(qty))
    const { equity, initialMargin } = await trader.get('/account/balance')
    expect([toUnits(equity), toUnits(initialMargin)]).toEqual([wallet, 0n])
    const { reconciliation } = await trader.get('/account/portfolio')
    expect(reconciliation).toMatchObject({ status: 'OK', differences: 0 })
  })
})
