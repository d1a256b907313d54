import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { Barriers, LostOutcome, SignalOutcome } from './signal-outcome.ts'
import { beginWalk, walkBar } from './walk.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)
const BARS = 12

interface Case {
  readonly bars: readonly Bar[]
  readonly barriers: Barriers
}

/** Whole prices near 1,000, so that nothing is rounded when they are mirrored; gaps between bars now and then. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    steps: fc.array(
      fc.record({
        gap: fc.constantFrom(0, 0, 0, 0, -7, 7),
        body: fc.integer({ min: -6, max: 6 }),
        up: fc.nat(5),
        down: fc.nat(5),
      }),
      { minLength: BARS, maxLength: BARS },
    ),
    direction: fc.constantFrom('LONG' as const, 'SHORT' as const),
    risk: fc.integer({ min: 1, max: 15 }),
    reward: fc.integer({ min: 1, max: 15 }),
    minutes: fc.integer({ min: 1, max: BARS }),
    costReturn: fc.constantFrom(0, 0.001, 0.004),
  })
  .map(({ steps, direction, risk, reward, minutes, costReturn }) => {
    let last = 1_000
    const bars = steps.map(({ gap, body, up, down }, minute): Bar => {
      const open = last + (minute === 0 ? 0 : gap)
      const close = open + body
      last = close
      const [high, low] = [Math.max(open, close) + up, Math.min(open, close) - down]
      return { openMs: START_MS + minute * MINUTE_MS, open, high, low, close, volume: 1, takerBuyVolume: null }
    })
    const sign = direction === 'LONG' ? 1 : -1
    return {
      bars,
      barriers: {
        direction,
        signalAtMs: START_MS,
        stopLoss: 1_000 - sign * risk,
        takeProfit: 1_000 + sign * reward,
        horizonEndMs: START_MS + minutes * MINUTE_MS,
        costReturn,
      },
    }
  })

const walked = ({ bars, barriers }: Case): SignalOutcome | LostOutcome | null => {
  const walk = beginWalk(barriers)
  for (const bar of bars) {
    const ended = walkBar(walk, bar)
    if (ended) return ended
  }
  return null
}

/** Reference result by definition, over all bars at once: finds the first touch of each barrier and the earliest. */
const defined = ({ bars, barriers }: Case) => {
  const { direction, stopLoss, takeProfit, horizonEndMs } = barriers
  const long = direction === 'LONG'
  const held = bars.filter(({ openMs }) => openMs < horizonEndMs)
  const firstWhere = (touched: (bar: Bar) => boolean): number => {
    const index = held.findIndex(touched)
    return index < 0 ? Number.POSITIVE_INFINITY : index
  }
  const stopAt = firstWhere(({ low, high }) => (long ? low <= stopLoss : high >= stopLoss))
  const targetAt = firstWhere(({ low, high }) => (long ? high >= takeProfit : low <= takeProfit))
  const index = Math.min(stopAt, targetAt, held.length - 1)
  const bar = held[index]
  if (!bar) throw new Error('a case has bars')
  const opensPast = (price: number, above: boolean): boolean => (above ? bar.open >= price : bar.open <= price)
  if (index === targetAt && opensPast(takeProfit, long)) {
    return { barrier: 'TARGET', exit: bar.open, barsHeld: index + 1, ambiguousBar: false }
  }
  if (index === stopAt) {
    const gapped = opensPast(stopLoss, !long)
    const ambiguousBar = stopAt === targetAt && !gapped
    return { barrier: 'STOP', exit: gapped ? bar.open : stopLoss, barsHeld: index + 1, ambiguousBar }
  }
  if (index === targetAt) return { barrier: 'TARGET', exit: takeProfit, barsHeld: index + 1, ambiguousBar: false }
  return { barrier: 'TIME', exit: bar.close, barsHeld: index + 1, ambiguousBar: false }
}

const mirrored = ({ bars, barriers }: Case): Case => {
  const across = (price: number): number => 2_000 - price
  return {
    bars: bars.map((bar) => ({
      ...bar,
      open: across(bar.open),
      high: across(bar.low),
      low: across(bar.high),
      close: across(bar.close),
    })),
    barriers: {
      ...barriers,
      direction: barriers.direction === 'LONG' ? 'SHORT' : 'LONG',
      stopLoss: across(barriers.stopLoss),
      takeProfit: across(barriers.takeProfit),
    },
  }
}

describe('a walk', () => {
  it('always ends as the definition over all bars requires', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        expect(walked(drawn)).toMatchObject(defined(drawn))
      }),
      { numRuns: runs(250) },
    )
  })

  it('always ends symmetrically on mirrored prices', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const outcome = walked(drawn)
        if (outcome?.kind !== 'RESOLVED') throw new Error('a whole case resolves')
        expect(walked(mirrored(drawn))).toEqual({ ...outcome, exit: 2_000 - outcome.exit })
      }),
    )
  })

  it('never counts an excursion smaller than its result, nor a cost twice', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const outcome = walked(drawn)
        if (outcome?.kind !== 'RESOLVED') throw new Error('a whole case resolves')
        const { mfeR, maeR, netR, netReturn, grossReturn, costReturn } = outcome
        const grossR = (grossReturn * outcome.entry) / Math.abs(outcome.entry - drawn.barriers.stopLoss)
        expect(netReturn).toBe(grossReturn - costReturn)
        expect(Math.min(mfeR, maeR)).toBeGreaterThanOrEqual(0)
        expect(mfeR).toBeGreaterThanOrEqual(grossR - 1e-9)
        expect(maeR).toBeGreaterThanOrEqual(-grossR - 1e-9)
        expect(netR).toBeLessThanOrEqual(grossR + 1e-9)
      }),
    )
  })
})
