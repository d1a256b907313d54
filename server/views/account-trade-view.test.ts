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

it.each([
  [{}, false],
  [{ estimated: true } as const, true],
])('shows whether the rate of a funding payment is estimated: %j', (parts, fundingEstimated) => {
  const paid = { fundingId: 'BTCUSDT-1', symbol: 'BTCUSDT', amount: -5_000_000n, rate: '0.0001', settledAtMs: 1 }
  const body = accountTradeBody({ kind: 'funding', funding: { ...paid, ...parts }, positionId: null }, anInstrument())
  expect(body).toMatchObject({ kind: 'FUNDING', fundingRate: '0.0001', fundingEstimated })
})
