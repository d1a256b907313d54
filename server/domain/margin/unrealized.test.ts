import { expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { ticks } from '../market/instrument.ts'
import { unrealizedPnl } from './liquidation.ts'

const instrument = anInstrument()

it.each([
  ['a long position gains as the mark rises', 10, 1_100, 10_000_000n],
  ['a long position loses as the mark falls', 10, 900, -10_000_000n],
  ['a short position loses as the mark rises', -10, 1_100, -10_000_000n],
  ['a short position gains as the mark falls', -10, 900, 10_000_000n],
])('%s', (_, quantity, mark, pnl) => {
  expect(unrealizedPnl(instrument, quantity, 100_000_000n, ticks(mark))).toBe(pnl)
})

it('is zero without a position', () => {
  expect(unrealizedPnl(instrument, 0, 0n, ticks(1_000))).toBe(0n)
})
