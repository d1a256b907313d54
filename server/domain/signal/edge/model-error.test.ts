import { describe, expect, it } from 'vitest'
import { modelErrorBps } from './model-error.ts'

const filled = {
  direction: 'LONG',
  bid: 99_995,
  ask: 100_005,
  averagePrice: 100_005,
  feeShare: 0.00055,
  cost: { fees: 11, spread: 1, impact: 0 },
} as const

describe('modelErrorBps', () => {
  it.each([
    ['nothing where it was filled at the touch, as reckoned', {}, 0],
    ['what it walked beyond the touch', { averagePrice: 100_025 }, 2],
    ['less where the walk was reckoned', { averagePrice: 100_025, cost: { fees: 11, spread: 1, impact: 2 } }, 0],
    ['the same the other way round for a short', { direction: 'SHORT', averagePrice: 99_975 }, 2],
    ['below zero where it was filled better', { averagePrice: 100_000 }, -0.5],
    ['fees that were not expected', { feeShare: 0.00075 }, 2],
  ] as const)('is %s', (_what, changes, bps) => {
    expect(modelErrorBps({ ...filled, ...changes })).toBeCloseTo(bps, 9)
  })
})
