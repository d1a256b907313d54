import { describe, expect, it } from 'vitest'
import { createInstrument, lots, ticks } from '../../../domain/market/instrument.ts'
import { changePosition } from './execution.ts'

/** One tick of one lot is worth one USDT. */
const WHOLE = createInstrument({ symbol: 'AUSDT', tickSize: '1', lotSize: '1', minNotional: null, maxLeverage: null })
const UNIT = 100_000_000n

describe('changePosition', () => {
  it.each([
    ['opens', [0, 0n], ['BUY', 100, 3], [3, 300n * UNIT, 0n]],
    ['adds', [3, 300n * UNIT], ['BUY', 110, 1], [4, 410n * UNIT, 0n]],
    ['reduces with a gain', [4, 400n * UNIT], ['SELL', 110, 1], [3, 300n * UNIT, 10n * UNIT]],
    ['reduces a short with a loss', [-4, 400n * UNIT], ['BUY', 110, 1], [-3, 300n * UNIT, -10n * UNIT]],
    ['closes', [-4, 400n * UNIT], ['BUY', 90, 4], [0, 0n, 40n * UNIT]],
    ['turns round', [2, 200n * UNIT], ['SELL', 110, 5], [-3, 330n * UNIT, 20n * UNIT]],
    ['releases a third to the nearest unit', [3, 200n], ['SELL', 0, 1], [2, 133n, -67n]],
  ] as const)('%s', (_, [quantity, cost], [side, price, traded], [left, leftCost, realized]) => {
    const execution = { side, price: ticks(price), quantity: lots(traded) }
    expect(changePosition(WHOLE, { quantity, cost }, execution)).toEqual({ quantity: left, cost: leftCost, realized })
  })
})
