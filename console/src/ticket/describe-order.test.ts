import { expect, it } from 'vitest'
import { describeAction } from './describe-order.ts'

it.each([
  [{ qty: '0.010', type: 'MARKET' }, 'Buy 0.010 BTCUSDT at market'],
  [{ notional: '300', type: 'MARKET' }, 'Buy BTCUSDT for 300.00 USDT at market'],
  [{ qty: '1', type: 'LIMIT', price: '64000.10', side: 'SELL' }, 'Sell 1 BTCUSDT at 64,000.10 or better'],
  [
    { qty: '1', type: 'STOP_MARKET', triggerPrice: '65000', side: 'SELL', reduceOnly: true },
    'Sell 1 BTCUSDT at market once the mark price reaches 65,000, reduce-only',
  ],
  [
    { qty: '5', type: 'LIMIT', price: '64000', instrument: { tickSize: '0.10', lotSize: '0.001' } },
    'Buy 5.000 BTCUSDT at 64,000.00 or better',
  ],
] as const)('describes %o as an action', (order, words) => {
  expect(describeAction({ symbol: 'BTCUSDT', side: 'BUY', ...order })).toBe(words)
})
