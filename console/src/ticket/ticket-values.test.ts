import { expect, it } from 'vitest'
import { FRESH, toRequest, toTicketValues } from './ticket-values.ts'

const FILLED = {
  ...FRESH,
  size: '0.01',
  price: '64000.1',
  trigger: '65000',
  stop: '63000',
  target: '66000',
  slippage: '20',
}
const protection = { stopLoss: { triggerPrice: '63000' }, takeProfit: { triggerPrice: '66000' } }
const baseRequest = { symbol: 'BTCUSDT', side: 'BUY', reduceOnly: false, qty: '0.01' }

it.each([
  [{ type: 'MARKET' }, { maxSlippageBps: 20, ...protection }],
  [{ type: 'LIMIT' }, { price: '64000.1', timeInForce: 'GTC', ...protection }],
  [{ type: 'STOP_MARKET' }, { triggerPrice: '65000', ...protection }],
  [{ type: 'TAKE_PROFIT_MARKET', reduceOnly: true }, { triggerPrice: '65000' }],
] as const)('requests for %o only what its type supports', (change, more) => {
  const request = toRequest('BTCUSDT', { ...FILLED, ...change })
  expect(request).toEqual({ ...baseRequest, ...change, ...more })
  expect(toRequest('BTCUSDT', toTicketValues(request))).toEqual(request)
})

it('omits empty fields', () => {
  const bare = toRequest('BTCUSDT', { ...FRESH, sizeIn: 'notional', size: '300' })
  expect(bare).toEqual({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', reduceOnly: false, notional: '300' })
  expect(toTicketValues(bare)).toEqual({ ...FRESH, sizeIn: 'notional', size: '300' })
})
