import { describe, expect, it } from 'vitest'
import { describeLoss } from './describe-loss.ts'

const BUDGET = { allowed: '200', left: '178.5' }

describe('the sentence on what can still be lost', () => {
  it.each([
    [BUDGET, 0, '0', 'Daily loss left: 178.50 of 200.00 USDT; no position is open.'],
    [
      BUDGET,
      1,
      '93.1',
      'Daily loss left: 178.50 of 200.00 USDT; the open position loses another 93.10 USDT if its stop is hit.',
    ],
    [
      BUDGET,
      3,
      null,
      'Daily loss left: 178.50 of 200.00 USDT; the loss of the open positions at their stops is unknown.',
    ],
    [
      { allowed: '200', left: '211.06' },
      0,
      '0',
      'Daily loss left: 211.06 USDT (200.00 plus today’s profit); no position is open.',
    ],
    [undefined, 0, '0', 'The remaining daily loss is not yet known; no position is open.'],
  ])('names what the limit leaves and what the stops cost: %j, %i positions, %s', (budget, positions, loss, text) => {
    expect(describeLoss({ budget, positions, lossFromMark: loss })).toEqual({ text, isAlarming: false })
  })

  it('reports when the positions lose more than the limit leaves', () => {
    const { text, isAlarming } = describeLoss({ budget: BUDGET, positions: 3, lossFromMark: '178.51' })
    expect(text).toMatch(
      /the 3 open positions lose another 178.51 USDT if every stop is hit, more than the limit leaves.$/,
    )
    expect(isAlarming).toBe(true)
    expect(describeLoss({ budget: BUDGET, positions: 3, lossFromMark: '178.5' }).isAlarming).toBe(false)
  })

  it('reports that the limit is reached', () => {
    expect(describeLoss({ budget: 'REACHED', positions: 0, lossFromMark: '0' })).toEqual({
      text: 'The daily loss limit is reached, so orders that increase risk are refused; no position is open.',
      isAlarming: true,
    })
  })
})
