import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../server/core/random.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import { sumHourFlow } from '../../server/domain/microstructure/book-depth.ts'
import { aDelta, anInstrument, aSnapshot, aTrade, levels, NOON_MS } from '../support/market-samples.ts'
import { everyNumber } from './every-number.ts'
import { createMicroFeed, type MicroFeed } from './micro-feed.ts'

const SYMBOL = 'BTCUSDT'
const MIDDLE = 10_000

/** A book whose touch never moves, so that the band stays where it is. */
const begun = (): MicroFeed => {
  const feed = createMicroFeed()
  feed.receive({ kind: 'instrument', instrument: anInstrument() })
  const book = { bids: levels([MIDDLE - 1, 50]), asks: levels([MIDDLE + 1, 50]) }
  feed.receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence: 1, ...book }) })
  feed.receive({ kind: 'bookDelta', delta: aDelta(1, 2, 1) })
  return feed
}

interface Change {
  readonly distance: number
  readonly quantity: number
  readonly isBid: boolean
  readonly traded: number
  readonly passedMs: number
}

const applyChange = (feed: MicroFeed, change: Change, at: { sequence: number; ms: number }): void => {
  const { distance, quantity, isBid, traded } = change
  const price = MIDDLE + (isBid ? -distance : distance)
  const level = [{ price: ticks(price), quantity: lots(quantity) }]
  if (traded > 0) {
    const takerSide = isBid ? 'SELL' : 'BUY'
    feed.receive({ kind: 'trade', trade: aTrade({ price, quantity: traded, takerSide, at: at.ms }) })
  }
  const sides = isBid ? { bids: level } : { asks: level }
  const delta = aDelta(at.sequence + 1, at.sequence + 1, at.sequence, { ...sides, exchangeTimeMs: at.ms })
  feed.receive({ kind: 'bookDelta', delta })
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  distance: fc.integer({ min: 2, max: 19 }),
  quantity: fc.nat({ max: 500 }),
  isBid: fc.boolean(),
  traded: fc.nat({ max: 60 }),
  passedMs: fc.nat({ max: 3_000 }),
})

describe('a random feed', () => {
  it('never cancels less than zero, and additions minus removals equal the resting quantity', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 120 }), (changes) => {
        const feed = begun()
        let [ms, sequence] = [NOON_MS, 2]
        for (const change of changes) {
          ms += change.passedMs
          applyChange(feed, change, { sequence: sequence++, ms })
        }
        const { levels: watch, toMs } = feed.micro(SYMBOL)
        const { book } = feed.entry(SYMBOL)
        const flow = sumHourFlow(watch.flow, toMs)
        const resting = [book.bids, book.asks].flatMap((side) => side.top(100)).reduce((sum, l) => sum + l.quantity, 0)
        expect(flow.cancelled).toBeGreaterThanOrEqual(0)
        expect(flow.cancelled).toBeLessThanOrEqual(flow.removed)
        expect(flow.added - flow.removed).toBe(resting - 100)
        expect(watch.bids + watch.asks).toBe(resting)
        expect(everyNumber(feed.reading(SYMBOL, toMs)).every(Number.isFinite)).toBe(true)
      }),
    )
  })

  it('leaves structures of bounded size after a million events', () => {
    const feed = begun()
    const random = createRandom(7)
    const whole = (below: number): number => Math.floor(random() * below)
    let [ms, sequence] = [NOON_MS, 2]
    for (let count = 0; count < 500_000; count++) {
      ms += whole(200)
      const quantity = random() < 0.02 ? whole(20_000) : whole(100)
      const change = { distance: 2 + whole(18), quantity, isBid: random() < 0.5, traded: 1 + whole(30), passedMs: 0 }
      applyChange(feed, change, { sequence: sequence++, ms })
    }
    const micro = feed.micro(SYMBOL)
    expect(micro.levels.large.watched.size).toBeLessThanOrEqual(256)
    expect(micro.levels.traded.size).toBeLessThanOrEqual(1_000)
    expect([micro.spoofs.suspects.length <= 64, micro.layers.gone.length <= 256]).toEqual([true, true])
    expect(micro.events.length).toBeLessThanOrEqual(20)
    const { atr: _, ...trap } = micro.trap
    expect(serialize({ ...micro, trap }).byteLength).toBeLessThan(200_000)
    expect(everyNumber(feed.reading(SYMBOL)).every(Number.isFinite)).toBe(true)
  }, 120_000)

  it('returns only gaps before any event has arrived', () => {
    const feed = createMicroFeed()
    feed.receive({ kind: 'instrument', instrument: anInstrument() })
    const reading = feed.reading(SYMBOL, NOON_MS)
    expect(reading.market.depth).toBeNull()
    expect(reading.components.every(({ level }) => level === 'INSUFFICIENT_EVIDENCE')).toBe(true)
    expect(everyNumber(reading).every(Number.isFinite)).toBe(true)
  })
})
