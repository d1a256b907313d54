import { describe, expect, it } from 'vitest'
import { aCandle, anInstrument, NOON_MS } from '../../../test/support/market-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import type { MicroEvent } from './micro-event.ts'
import { createTrapWatch, enterTrapBar } from './trap-wick.ts'

const STEP_MS = 5 * MINUTE_MS
const instrument = anInstrument()
type Bar = readonly [open: number, high: number, low: number, close: number, volume: number]

/** Twenty-five quiet bars of ten ticks around 10,000 and then these. */
const play = (bars: readonly Bar[], drop: number | null = 0.02, hole = false): MicroEvent[] => {
  const watch = createTrapWatch()
  const quiet = Array.from({ length: 25 }, (_, index): Bar => [10_000, 10_005, 9_995, 10_000, 10 + (index % 3)])
  return [...quiet, ...bars].flatMap(([open, high, low, close, volume], index) => {
    const openMs = NOON_MS + (index + (hole && index >= quiet.length ? 1 : 0)) * STEP_MS
    const candle: Candle = aCandle({ interval: '5m', openMs, prices: [open, high, low, close], volume })
    return enterTrapBar(watch, candle, instrument, () => drop) ?? []
  })
}

const down: Bar = [10_000, 10_002, 9_960, 9_999, 100]
const up: Bar = [10_000, 10_040, 9_998, 10_001, 100]

describe('a stop-hunt wick', () => {
  it.each([
    ['below the lows', down, 'BID', { low: 9_960, high: 9_995 }],
    ['above the highs', up, 'ASK', { low: 10_005, high: 10_040 }],
  ] as const)('is detected %s', (_, bar, side, priceBand) => {
    expect(play([bar])).toEqual([
      {
        kind: 'CONSISTENT_WITH_STOP_HUNT',
        atMs: NOON_MS + 26 * STEP_MS,
        beganMs: NOON_MS + 25 * STEP_MS,
        side,
        priceBand,
        size: 100,
        levels: 0,
      },
    ])
  })

  it('may close back inside one bar later, and no later', () => {
    const sweep: Bar = [9_992, 9_993, 9_950, 9_991, 100]
    const under: Bar = [9_991, 9_993, 9_988, 9_990, 10]
    const back: Bar = [9_991, 10_001, 9_990, 10_000, 10]
    expect(play([sweep, back])).toHaveLength(1)
    expect(play([sweep, under, back])).toEqual([])
  })

  it.each<[string, Bar, number | null, boolean]>([
    ['a narrow bar', [10_000, 10_002, 9_990, 9_999, 100], 0.02, false],
    ['a body rather than a wick', [10_000, 10_002, 9_960, 9_970, 100], 0.02, false],
    ['usual volume', [10_000, 10_002, 9_960, 9_999, 11], 0.02, false],
    ['open interest that stays', down, 0.001, false],
    ['missing open interest', down, null, false],
    ['a hole before it', down, 0.02, true],
  ])('is not made by %s', (_, bar, drop, hole) => {
    expect(play([bar], drop, hole)).toEqual([])
  })
})
