import { expect, it } from 'vitest'
import { describeResult } from './describe-result.ts'

it.each([
  [undefined, 'This strategy closed no positions in this period.'],
  [{ trades: 1, net: '12.3', gross: '14', fees: '1.7', funding: '0' }, 'Earned 12.30 USDT net on 1 closed position.'],
  [
    { trades: 14, net: '-9.2', gross: '-3.1', fees: '6.2', funding: '-0.1' },
    'Lost 9.20 USDT net on 14 closed positions: 3.10 USDT before costs, and 6.10 USDT in fees and funding.',
  ],
  [
    { trades: 3, net: '-4.2', gross: '2.1', fees: '6.3', funding: '0' },
    'Lost 4.20 USDT net on 3 closed positions: it earned 2.10 USDT before costs and paid 6.30 USDT in fees and funding.',
  ],
])('describes %j', (result, sentence) => {
  expect(describeResult(result)).toBe(sentence)
})
