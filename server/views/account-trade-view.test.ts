import { expect, it } from 'vitest'
import { aFill } from '../../test/support/book-samples.ts'
import { anInstrument } from '../../test/support/market-samples.ts'
import { accountTradeBody } from './account-trade-view.ts'

it.each([
  ['stated', {}, false],
  ['estimated', { feeEstimated: true } as const, true],
])('shows whether the fee of a fill is estimated: %s', (_what, parts, feeEstimated) => {
  const body = accountTradeBody({ kind: 'fill', fill: aFill({ fee: 5_000_000n, ...parts }) }, anInstrument())
  expect(body).toMatchObject({ kind: 'TRADE', fee: '0.05000000', feeEstimated })
})
