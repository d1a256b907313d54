import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../market/instrument.ts'
import { isCrossed, type OrderTerms } from './order.ts'

const TERMS: Omit<OrderTerms, 'type' | 'side'> = {
  symbol: 'BTCUSDT',
  quantity: lots(1),
  price: null,
  trigger: { price: ticks(100), by: 'MARK' },
  timeInForce: 'GTC',
  reduceOnly: true,
}

describe('isCrossed', () => {
  it.each([
    ['STOP_MARKET', 'BUY', [false, true, true]],
    ['STOP_MARKET', 'SELL', [true, true, false]],
    ['TAKE_PROFIT_MARKET', 'BUY', [true, true, false]],
    ['TAKE_PROFIT_MARKET', 'SELL', [false, true, true]],
  ] as const)('of a %s to %s below, at and above its trigger is %s', (type, side, crossed) => {
    expect([99, 100, 101].map((price) => isCrossed({ ...TERMS, type, side }, ticks(price)))).toEqual(crossed)
  })
})
