import { expect, it } from 'vitest'
import { readRejection, writeRejection } from './venue-report.ts'

it.each([
  { code: '-2019', message: 'Margin is insufficient.', category: 'INSUFFICIENT_MARGIN' },
  { code: '110007', message: 'not (quite) enough\nmoney', category: 'OTHER' },
])('parses what it formatted for $code', (rejection) => {
  expect(readRejection(writeRejection(rejection))).toEqual(rejection)
})

it.each(['VANISHED', 'NO_ANSWER', '', 'G11 MAX_ORDER_NOTIONAL'])('finds no rejection in "%s"', (reason) => {
  expect(readRejection(reason)).toBeUndefined()
})
