import { describe, expect, it } from 'vitest'
import { EVERY_INDICATOR } from './every-indicator.ts'
import { quotes, referencesPresent } from './reference-data.ts'

/** Cases without a result: a return from a price of 0, an average price without trades, a trend that never began. */
const UNANSWERED: Readonly<Record<string, readonly string[]>> = {
  'quotes_zeros.csv': ['roc', 'volatilityPercentile', 'supertrend', 'vwap'],
  'quotes_bad.csv': ['roc', 'volatilityPercentile', 'vwap'],
  'quotes_toobig.csv': [],
  'quotes_mismatch.csv': [],
}

describe.skipIf(!referencesPresent)('awkward quotes (need ../shared/data beside the repository)', () => {
  describe.each(Object.entries(UNANSWERED))('%s', (file, unanswered) => {
    const bars = quotes(file).map((bar) => ({ ...bar, takerBuyVolume: 0 }))

    it.each(EVERY_INDICATOR)('$name: is never infinite, and NaN only where it is undefined', (sample) => {
      expect(bars.length).toBeGreaterThan(100)
      const values = bars.map(sample.begin())
      const figures = values.flat()
      expect(figures.filter((x) => !Number.isNaN(x) && !Number.isFinite(x))).toEqual([])
      const late = values.flatMap((value, i) => value.filter((x, j) => i >= (sample.warmAt[j] ?? 0) && Number.isNaN(x)))
      expect(late.length > 0).toBe(unanswered.includes(sample.name))
    })
  })
})
