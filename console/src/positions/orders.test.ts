import { describe, expect, it } from 'vitest'
import { isWithin, orderQuery } from './order-filter.ts'
import { orderTimeline } from './order-timeline.ts'
import { isCancellable, slippageBps } from './orders.ts'
import { anOrder } from './samples.ts'

describe('slippage', () => {
  it.each([
    [{ side: 'BUY', price: '100', triggerPrice: null, avgFillPrice: '100.05' }, '5'],
    [{ side: 'SELL', price: null, triggerPrice: '200', avgFillPrice: '199' }, '50'],
    [{ side: 'SELL', price: '100', triggerPrice: null, avgFillPrice: '101' }, '-100'],
    [{ side: 'BUY', price: null, triggerPrice: null, avgFillPrice: '100' }, undefined],
    [{ side: 'BUY', price: '100', triggerPrice: null, avgFillPrice: null }, undefined],
  ] as const)('of %o is %s', (order, bps) => {
    expect(slippageBps(order)).toBe(bps)
  })
})

it('allows cancelling open orders that protect nothing', () => {
  expect(
    (['NEW', 'PARTIALLY_FILLED', 'OUTCOME_UNKNOWN', 'FILLED'] as const).map((status) =>
      isCancellable({ status, purpose: 'ENTRY' }),
    ),
  ).toEqual([true, true, false, false])
  expect(isCancellable({ status: 'UNTRIGGERED', purpose: 'STOP_LOSS' })).toBe(false)
})

describe('the list of orders', () => {
  const filter = { outcome: 'REFUSED', from: 'API', symbol: 'BTCUSDT' } as const

  it('requests from the API what it accepts from the stream', () => {
    expect(orderQuery(filter)).toEqual({ status: 'DENIED,REJECTED,NEVER_ACCEPTED', origin: 'API', symbol: 'BTCUSDT' })
    expect(orderQuery({ outcome: 'ENDED', from: 'ALL', symbol: '' })).toEqual({ open: false })
    const denied = anOrder({ status: 'DENIED', origin: 'API', symbol: 'BTCUSDT' })
    expect(isWithin(denied, filter)).toBe(true)
    expect(
      [
        { ...denied, status: 'FILLED' as const },
        { ...denied, symbol: 'ETHUSDT' },
      ].map((order) => isWithin(order, filter)),
    ).toEqual([false, false])
  })
})

it('returns the steps of an order in sequence', () => {
  const order = anOrder({
    status: 'CANCELED',
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:07.000Z',
  })
  const signedAtMs = Date.parse(order.createdAt) + 20
  const sent = { ...order, dispatch: { ...order.dispatch, signedAtMs, attempts: 2 } }
  expect(orderTimeline({ order: sent, verdict: 'APPROVED', fills: [] }).map(({ text }) => text)).toEqual([
    'Created, APPROVED by the gates',
    'Signed for the exchange, 2 attempts',
    'Now CANCELED',
  ])
})
