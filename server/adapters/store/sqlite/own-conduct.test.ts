import { describe, expect, it, onTestFinished } from 'vitest'
import { aFill, anId, anOrder, aPlan } from '../../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { NO_CONDUCT } from '../../../domain/microstructure/own-conduct.ts'
import type { Order } from '../../../domain/order/order.ts'
import type { Fill } from '../../../domain/position/position.ts'
import { openEngineStore } from './store.ts'

type Sample = Parameters<typeof anOrder>[0]

/** Counts these orders and fills within the hour after noon. */
const countConduct = (orders: readonly Sample[], fills: readonly Partial<Fill>[] = []) => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  const booked = fills.map((fill, index) => aFill({ fillId: anId('fil', index + 1), executedAtMs: NOON_MS, ...fill }))
  store.journal.append({
    facts: [{ kind: 'executed', fills: booked, plan: aPlan(), late: false, atMs: NOON_MS }],
    orders: orders.map((order, index): Order => anOrder({ orderId: anId('ord', index + 1), ...order })),
    positions: [],
  })
  return store.trading.countConduct({ fromMs: NOON_MS, toMs: NOON_MS + HOUR_MS })
}

const cancelled = (afterMs: number, order: Sample = {}): Sample => ({
  status: 'CANCELED',
  updatedAtMs: NOON_MS + afterMs,
  ...order,
})

const maker: Partial<Fill> = {
  orderId: anId('ord', 1),
  side: 'BUY',
  price: ticks(1_000),
  quantity: lots(3),
  liquidity: 'MAKER',
}
const taker: Partial<Fill> = { ...maker, orderId: anId('ord', 2), side: 'SELL', liquidity: 'TAKER' }

describe('our own conduct in a store', () => {
  it('is zero without orders', () => {
    expect(countConduct([])).toEqual(NO_CONDUCT)
  })

  it('counts orders sent within the period, and how many of them were cancelled', () => {
    const orders: readonly Sample[] = [
      { status: 'FILLED' },
      cancelled(5_000),
      { createdAtMs: NOON_MS - 1 },
      { createdAtMs: NOON_MS + HOUR_MS },
      { status: 'DENIED' },
      { origin: 'EXTERNAL' },
    ]
    expect(countConduct(orders, [maker])).toEqual({ ...NO_CONDUCT, orders: 2, cancels: 1, fills: 1, restingOrders: 2 })
  })

  it('counts resting orders that were cancelled immediately', () => {
    const orders: readonly Sample[] = [
      cancelled(1_999),
      cancelled(2_000),
      cancelled(10, { terms: { timeInForce: 'POST_ONLY' } }),
      cancelled(10, { terms: { timeInForce: 'IOC' } }),
      cancelled(10, { terms: { type: 'MARKET' } }),
      cancelled(10, { terms: { type: 'STOP_MARKET' } }),
    ]
    expect(countConduct(orders)).toEqual({ ...NO_CONDUCT, orders: 6, cancels: 6, restingOrders: 3, fastCancels: 2 })
  })

  it('counts orders that the gate blocked because they would have matched one of our own', () => {
    const orders: readonly Sample[] = [
      { status: 'DENIED', statusReason: 'G12 MAX_ORDER_NOTIONAL, G26 SELF_CROSS' },
      { status: 'DENIED', statusReason: 'G12 MAX_ORDER_NOTIONAL' },
    ]
    expect(countConduct(orders)).toEqual({ ...NO_CONDUCT, selfCrossRefusals: 1 })
  })

  it.each<[string, Partial<Fill>, number]>([
    ['both sides of one execution', {}, 1],
    ['two prices', { price: ticks(1_001) }, 0],
    ['two quantities', { quantity: lots(2) }, 0],
    ['two instants', { executedAtMs: NOON_MS + 1 }, 0],
    ['two makers', { liquidity: 'MAKER' }, 0],
    ['one side twice', { side: 'BUY' }, 0],
    ['two symbols', { symbol: 'ETHUSDT' }, 0],
    ['one order', { orderId: anId('ord', 1) }, 0],
  ])('detects self-trading by %s', (_, other, selfTrades) => {
    expect(countConduct([], [maker, { ...taker, ...other }])).toEqual({ ...NO_CONDUCT, fills: 2, selfTrades })
  })

  it('reports when there were more orders than the query reads', () => {
    const many = Array.from({ length: 2_000 }, (): Sample => ({ status: 'FILLED' }))
    expect(countConduct(many.slice(1))).toMatchObject({ orders: 1_999, complete: true })
    expect(countConduct(many)).toMatchObject({ orders: 2_000, complete: false })
  })
})
