import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEngineEvents } from '../../../test/support/engine-events.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { isSound, watchMarket } from '../../../test/support/watched-market.ts'
import { mergeRanges } from '../../core/time-ranges.ts'
import { type Candle, closeTime } from './candle.ts'
import type { MarketEvent } from './market-event.ts'

const listing: MarketEvent = { kind: 'instrument', instrument: anInstrument() }

/** Events of a market whose ticks and lots stay what they are, sensible or not. */
const anyEvents = anyEngineEvents.map((events): MarketEvent[] => [
  listing,
  ...events.flatMap((event) => (event.kind === 'market' && event.event.kind !== 'instrument' ? [event.event] : [])),
])

const candleKey = ({ symbol, interval, openMs }: Candle): string => `${symbol} ${interval} ${openMs}`

describe('a market, on any events', () => {
  it('never has a crossed order book, nor levels of one that is not synced', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { market, receive } = watchMarket()
        for (const event of events) {
          receive(event)
          for (const entry of market.instruments.values()) expect(isSound(entry)).toBe(true)
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('publishes only possible candles, with missing ranges in order and inside them', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        for (const candle of watchMarket(events).closed) {
          const { open, high, low, close, missing } = candle
          expect(low <= Math.min(open, close) && Math.max(open, close) <= high).toBe(true)
          expect(missing).toEqual(mergeRanges(missing))
          expect((missing[0]?.fromMs ?? candle.openMs) >= candle.openMs).toBe(true)
          expect((missing.at(-1)?.toMs ?? closeTime(candle)) <= closeTime(candle)).toBe(true)
        }
      }),
      { numRuns: runs(50) },
    )
  })

  it('publishes a candle again only to report that more of it is missing', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const published = new Map<string, Candle>()
        for (const candle of watchMarket(events).closed) {
          const before = published.get(candleKey(candle))
          published.set(candleKey(candle), candle)
          if (!before) continue
          expect({ ...candle, missing: [] }).toEqual({ ...before, missing: [] })
          expect(mergeRanges([...before.missing, ...candle.missing])).toEqual(candle.missing)
        }
      }),
      { numRuns: runs(50) },
    )
  })
})
