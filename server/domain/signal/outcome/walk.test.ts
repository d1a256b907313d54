import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { Barriers, LostOutcome, SignalOutcome } from './signal-outcome.ts'
import { beginWalk, exitNow, loseWalk, walkBar } from './walk.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)

type Prices = readonly [open: number, high: number, low: number, close: number]

const barAt = (minute: number, [open, high, low, close]: Prices): Bar => ({
  openMs: START_MS + minute * MINUTE_MS,
  open,
  high,
  low,
  close,
  volume: 1,
  takerBuyVolume: null,
})

/** Enters at 100, risks 4, hopes for 8, and has five minutes. */
const barriers = (changes: Partial<Barriers> = {}): Barriers => ({
  direction: 'LONG',
  signalAtMs: START_MS,
  stopLoss: 96,
  takeProfit: 108,
  horizonEndMs: START_MS + 5 * MINUTE_MS,
  costReturn: 0.001,
  ...changes,
})

const SHORT = { direction: 'SHORT', stopLoss: 104, takeProfit: 92 } as const

const walked = (bars: readonly Prices[], changes: Partial<Barriers> = {}): SignalOutcome | LostOutcome | null => {
  const walk = beginWalk(barriers(changes))
  for (const [minute, prices] of bars.entries()) {
    const ended = walkBar(walk, barAt(minute, prices))
    if (ended) return ended
  }
  return null
}

const CALM: Prices = [100, 102, 98, 101]

describe('walkBar', () => {
  it('returns every field for a reached target', () => {
    expect(walked([CALM, [101, 109, 99, 105]])).toEqual({
      kind: 'RESOLVED',
      label: 1,
      barrier: 'TARGET',
      enteredAtMs: START_MS,
      resolvedAtMs: START_MS + 2 * MINUTE_MS,
      entry: 100,
      exit: 108,
      grossReturn: 0.08,
      costReturn: 0.001,
      netReturn: 0.079,
      netR: expect.closeTo(1.975, 12),
      mfeR: 2,
      maeR: 0.5,
      barsHeld: 2,
      ambiguousBar: false,
      uniqueness: null,
    })
  })

  it.each<[string, readonly Prices[], Partial<Barriers>, object]>([
    [
      'stops at the stop',
      [CALM, [101, 103, 95, 97]],
      {},
      { label: -1, barrier: 'STOP', exit: 96, mfeR: 0.5, maeR: 1, netR: expect.closeTo(-1.025, 12) },
    ],
    [
      'stops a short one above',
      [CALM, [101, 105, 99, 97]],
      SHORT,
      { label: -1, barrier: 'STOP', exit: 104, mfeR: 0.5, maeR: 1, grossReturn: -0.04 },
    ],
    [
      'lets a short one reach its target below',
      [CALM, [101, 103, 91, 97]],
      SHORT,
      { label: 1, barrier: 'TARGET', exit: 92, mfeR: 2, maeR: 0.75, grossReturn: 0.08 },
    ],
    [
      'resolves to the stop and flags it when one bar touches both',
      [[100, 110, 90, 100]],
      {},
      { label: -1, barrier: 'STOP', exit: 96, ambiguousBar: true, barsHeld: 1, mfeR: 0 },
    ],
    [
      'leaves at the open of a bar that opens past the stop',
      [CALM, [92, 120, 91, 93]],
      {},
      { label: -1, barrier: 'STOP', exit: 92, ambiguousBar: false, maeR: 2, mfeR: 0.5 },
    ],
    [
      'leaves at the open of a bar that opens past the target',
      [CALM, [112, 113, 90, 93]],
      {},
      { label: 1, barrier: 'TARGET', exit: 112, ambiguousBar: false, mfeR: 3, maeR: 0.5 },
    ],
    ['touches a stop exactly', [[100, 101, 96, 100]], {}, { barrier: 'STOP', exit: 96 }],
    ['touches a target exactly', [[100, 108, 99, 100]], {}, { barrier: 'TARGET', exit: 108 }],
    [
      'ends with its horizon at the close of the last bar, its extremes included',
      [CALM, CALM, CALM, CALM, [101, 104, 97, 102]],
      {},
      { label: 1, barrier: 'TIME', exit: 102, barsHeld: 5, mfeR: 1, maeR: 0.75, grossReturn: 0.02 },
    ],
    [
      'calls a gain that does not pay its costs a loss',
      [[100, 101, 99, 100.05]],
      { horizonEndMs: START_MS + MINUTE_MS },
      { label: -1, barrier: 'TIME', netReturn: expect.closeTo(-0.0005, 12) },
    ],
    [
      'calls exactly nothing neither',
      [[100, 101, 99, 100.1]],
      { horizonEndMs: START_MS + MINUTE_MS },
      { label: 0, barrier: 'TIME' },
    ],
    [
      'ends with the bar in which the horizon falls',
      [CALM, CALM, CALM],
      { horizonEndMs: START_MS + 2.5 * MINUTE_MS },
      { barrier: 'TIME', barsHeld: 3 },
    ],
    [
      'ends at a barrier rather than with time where both come in one bar',
      [[100, 108, 99, 100]],
      { horizonEndMs: START_MS + MINUTE_MS },
      { barrier: 'TARGET' },
    ],
    [
      'keeps the label of the barrier even where costs eat the gain',
      [[100, 108, 99, 100]],
      { costReturn: 0.1 },
      { label: 1, netReturn: expect.closeTo(-0.02, 12) },
    ],
  ])('%s', (_, bars, changes, expected) => {
    expect(walked(bars, changes)).toMatchObject({ kind: 'RESOLVED', ...expected })
  })

  it('continues while neither level is touched', () => {
    expect(walked([CALM, CALM])).toBeNull()
  })

  it.each<[LostOutcome['reason'], readonly Prices[]]>([
    ['ENTRY_PAST_STOP', [[96, 100, 95, 99]]],
    ['ENTRY_PAST_TARGET', [[108, 109, 100, 100]]],
  ])('is lost as %s when the first bar opens there', (reason, bars) => {
    expect(walked(bars)).toEqual({ kind: 'LOST', reason, lostAtMs: START_MS })
  })

  it('is lost at the first missing bar, at the beginning or later', () => {
    expect(walkBar(beginWalk(barriers()), barAt(1, CALM))).toEqual({
      kind: 'LOST',
      reason: 'DATA_GAP',
      lostAtMs: START_MS,
    })
    const walk = beginWalk(barriers())
    walkBar(walk, barAt(0, CALM))
    expect(walkBar(walk, barAt(2, [90, 90, 90, 90]))).toEqual({
      kind: 'LOST',
      reason: 'DATA_GAP',
      lostAtMs: START_MS + MINUTE_MS,
    })
  })

  it('ignores a repeated bar and a bar before the signal', () => {
    const walk = beginWalk(barriers())
    expect(walkBar(walk, barAt(-1, [50, 50, 50, 50]))).toBeNull()
    walkBar(walk, barAt(0, CALM))
    expect(walkBar(walk, barAt(0, [50, 50, 50, 50]))).toBeNull()
    expect(walk).toMatchObject({ entry: 100, barsHeld: 1, worst: 98 })
  })

  it('ends once', () => {
    const walk = beginWalk(barriers())
    walkBar(walk, barAt(0, [100, 108, 99, 100]))
    expect(() => walkBar(walk, barAt(1, CALM))).toThrow('a signal must end only once')
    expect(() => exitNow(walk, 100, START_MS)).toThrow('a signal must end only once')
  })
})

describe('exitNow', () => {
  it('ends at the given price, which counts among the extremes', () => {
    const walk = beginWalk(barriers())
    walkBar(walk, barAt(0, CALM))
    expect(exitNow(walk, 103, START_MS + MINUTE_MS)).toMatchObject({
      kind: 'RESOLVED',
      label: 1,
      barrier: 'EXIT',
      exit: 103,
      resolvedAtMs: START_MS + MINUTE_MS,
      netReturn: expect.closeTo(0.029, 12),
      mfeR: 0.75,
      maeR: 0.5,
      barsHeld: 1,
    })
  })

  it('is lost before the first bar, as there was no entry', () => {
    expect(exitNow(beginWalk(barriers()), 100, START_MS)).toEqual({
      kind: 'LOST',
      reason: 'EXIT_BEFORE_ENTRY',
      lostAtMs: START_MS,
    })
  })
})

describe('loseWalk', () => {
  it('returns the time up to which the bars were complete', () => {
    const walk = beginWalk(barriers())
    walkBar(walk, barAt(0, CALM))
    expect(loseWalk(walk, 'DATA_GAP')).toEqual({
      kind: 'LOST',
      reason: 'DATA_GAP',
      lostAtMs: START_MS + MINUTE_MS,
    })
  })
})

describe('beginWalk', () => {
  it.each<[string, Partial<Barriers>]>([
    ['a target behind the stop', { takeProfit: 95 }],
    ['a short one with the barriers of a long one', { direction: 'SHORT' }],
    ['a horizon that is over', { horizonEndMs: START_MS }],
  ])('refuses %s', (_, changes) => {
    expect(() => beginWalk(barriers(changes))).toThrow('Invariant')
  })
})
