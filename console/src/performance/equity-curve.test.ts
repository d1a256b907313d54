import { describe, expect, it } from 'vitest'
import { buildCurve, extendCurve, readCurve } from './equity-curve.ts'

const MINUTE_MS = 60_000
const sample = (seconds: number, equity: string) => ({ at: new Date(seconds * 1_000).toISOString(), equity })
const NO_PEAK = { peakEquity: null, peakAt: null }

describe('the equity curve', () => {
  it('moves its end until a sample interval has passed, and then begins the next', () => {
    let curve = extendCurve([], sample(0, '1'), MINUTE_MS)
    for (const seconds of [10, 40, 65, 70, 120]) curve = extendCurve(curve, sample(seconds, '2'), MINUTE_MS)
    expect(curve.map(({ at }) => Date.parse(at) / 1_000)).toEqual([0, 65, 120])
  })

  it('retains a peak', () => {
    let curve = extendCurve([], sample(0, '1'), MINUTE_MS)
    for (const [seconds, equity] of [
      [10, '3'],
      [20, '2'],
      [30, '1'],
    ] as const)
      curve = extendCurve(curve, sample(seconds, equity), MINUTE_MS)
    expect(curve).toEqual([sample(0, '1'), sample(10, '3'), sample(30, '1')])
  })

  it('ignores samples no later than its end', () => {
    const curve = [sample(0, '1'), sample(60, '2')]
    expect(extendCurve(curve, sample(60, '3'), MINUTE_MS)).toBe(curve)
  })

  const drawdowns = ({ points }: ReturnType<typeof buildCurve>) => points.map(({ belowPeakPct }) => belowPeakPct)

  it('is below the highest value before it, by exact decimals', () => {
    const samples = [sample(0, '100'), sample(60, '110'), sample(120, '99'), sample(180, '111')]
    const curve = buildCurve(samples, NO_PEAK)
    expect(drawdowns(curve)).toEqual([0, 0, -10, 0])
    expect(curve.peak).toEqual(samples[3])
  })

  it('is below the peak that lies before it', () => {
    const peak = sample(0, '100')
    const curve = buildCurve([sample(1_000, '90'), sample(1_060, '95')], { peakEquity: peak.equity, peakAt: peak.at })
    expect(drawdowns(curve)).toEqual([-10, -5])
    expect(curve.peak).toEqual(peak)
  })

  it('is below a peak between two samples from there on, until it rises above it', () => {
    const samples = [sample(1_000, '90'), sample(1_060, '95'), sample(1_120, '101')]
    const curve = buildCurve(samples, { peakEquity: '100', peakAt: sample(1_030, '').at })
    expect(drawdowns(curve)).toEqual([0, -5, 0])
    expect(curve.peak).toEqual(samples[2])
  })

  it('includes a peak reported after its last sample', () => {
    const points = [sample(1_000, '90'), sample(1_060, '95')].map((point) => ({
      ...point,
      walletBalance: '90',
      unrealizedPnl: '0',
    }))
    const { at: asOf, equity } = sample(1_090, '94')
    const series = { name: 'equity', from: sample(1_000, '').at, to: asOf, points } as const
    const peak = sample(1_080, '100')
    const curve = buildCurve(readCurve({ asOf, equity, series }, MINUTE_MS), { peakEquity: '100', peakAt: peak.at })
    expect(curve.peak).toEqual(peak)
    expect(drawdowns(curve)).toEqual([0, 0, -6])
  })

  it('is empty without samples', () => {
    expect(buildCurve([], NO_PEAK)).toEqual({ points: [], peak: undefined })
  })
})
