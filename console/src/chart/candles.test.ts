import { describe, expect, it } from 'vitest'
import { aCandle, MINUTE_MS } from './candle-samples.ts'
import {
  type Candle,
  candleAt,
  candlesAfter,
  candlesWithOlder,
  changedFrom,
  mergedGaps,
  needsRedraw,
} from './candles.ts'

const known = [1, 2, 3].map((minute) => aCandle(minute))
const toMinutes = (candles: readonly Candle[] | undefined) => candles?.map(({ openTimeMs }) => openTimeMs / MINUTE_MS)

describe('candles', () => {
  it('continue where they were, with the newest version of the forming one', () => {
    const after = candlesAfter(known, [aCandle(3, '10.5'), aCandle(4)])
    expect([toMinutes(after), after?.[2]?.close]).toEqual([[1, 2, 3, 4], '10.5'])
  })

  it('do not continue across a missing candle', () => {
    expect(candlesAfter(known, [aCandle(5)])).toBeUndefined()
    expect(toMinutes(candlesAfter(known, [aCandle(4)]))).toEqual([1, 2, 3, 4])
  })

  it('replaces a candle that is sent again', () => {
    expect(candlesAfter(known, [aCandle(2, '9.5')])?.map(({ close }) => close)).toEqual(['10', '9.5', '10'])
  })

  it('are extended by earlier ones, each once', () => {
    expect(toMinutes(candlesWithOlder(known, [aCandle(-1), aCandle(0), aCandle(1)]))).toEqual([-1, 0, 1, 2, 3])
  })

  it('are drawn from the first that has changed', () => {
    const after = candlesAfter(known, [aCandle(4)]) ?? []
    expect(changedFrom(known, after)).toBe(3)
    expect(changedFrom(known, candlesWithOlder(known, [aCandle(0)]))).toBe(0)
    expect(changedFrom(known, candlesAfter(known, [aCandle(3, '11')]) ?? [])).toBe(2)
  })

  it('are drawn from the beginning when they do not continue what is drawn', () => {
    expect(needsRedraw([], known)).toBe(true)
    expect(needsRedraw(known, known)).toBe(false)
    expect(needsRedraw(known, candlesAfter(known, [aCandle(3, '11'), aCandle(4)]) ?? [])).toBe(false)
    expect(needsRedraw(known, candlesWithOlder(known, [aCandle(0)]))).toBe(true)
    expect(needsRedraw(known, known.slice(0, 2))).toBe(true)
  })

  it('contain an instant, or none of them does', () => {
    expect(candleAt(known, 2.5 * MINUTE_MS)).toBe(known[1])
    expect([candleAt(known, 0), candleAt(known, 4 * MINUTE_MS)]).toEqual([undefined, undefined])
  })
})

it('reports a gap once', () => {
  const gap = { fromMs: 5, toMs: 6 }
  expect(mergedGaps([gap, { fromMs: 1, toMs: 2 }, gap])).toEqual([{ fromMs: 1, toMs: 2 }, gap])
})
