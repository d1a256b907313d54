import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../server/core/instant.ts'
import { type Candle, closeTime } from '../server/domain/market/candle.ts'
import { type Instrument, lots, ticks } from '../server/domain/market/instrument.ts'
import { INTERVALS, type Interval, intervalStart } from '../server/domain/market/interval.ts'
import type { Fact, LedgerFact } from '../server/engine/model/facts.ts'
import type { CandleStore } from '../server/engine/model/ports.ts'
import { aCandle, anInstrument, NOON_MS, someMinutes } from './support/market-samples.ts'
import type { StorePlace, TestedStore } from './support/store-place.ts'
import { CONTROL_FACTS, TRADING_FACTS } from './support/trading-facts.ts'
import { tradingStoreContract } from './trading-store.contract.ts'

const instrument = anInstrument()

const closed = (candle: Candle, on: Instrument = instrument): Fact => ({
  kind: 'candleClosed',
  candle,
  instrument: on,
})

const ended = (runId: string): LedgerFact => ({ kind: 'runEnded', runId, atMs: NOON_MS })

const FACTS: readonly LedgerFact[] = [
  { kind: 'runStarted', runId: 'run_A', market: 'simulated seed=1', mode: 'PAPER', epoch: 1, atMs: NOON_MS },
  {
    kind: 'instrumentListed',
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: '0.001',
    minNotional: '5.0',
    maxLeverage: 125,
    atMs: NOON_MS,
  },
  { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS }, atMs: NOON_MS },
  { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'lost' }, atMs: NOON_MS },
  { kind: 'runEnded', runId: `'"; DROP TABLE journal; -- \u0000 \u2028 😀`, atMs: Number.MAX_SAFE_INTEGER },
  ...TRADING_FACTS,
  ...CONTROL_FACTS,
]

const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const price = fc.integer({ min: 1, max: 2 ** 45 })

const anyCandle: fc.Arbitrary<Candle> = fc
  .record({
    interval: fc.constantFrom(...INTERVALS),
    at: fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
    prices: fc.tuple(price, price, price, price),
    volume: amount,
    turnover: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    tradeCount: fc.option(amount),
    takerBuyVolume: fc.option(amount),
    gap: fc.option(fc.nat({ max: MINUTE_MS })),
  })
  .map(({ at, gap, ...rest }) => {
    const openMs = intervalStart(rest.interval, at)
    return aCandle({ ...rest, openMs, missing: gap ? [{ fromMs: openMs, toMs: openMs + gap }] : [] })
  })

/** Declares the tests that every store of the engine must pass, whatever its storage. */
export const storeContract = (name: string, makePlace: () => StorePlace): void => {
  let place: StorePlace
  let store: TestedStore

  const reopen = (): TestedStore => {
    store.close()
    store = place.open()
    return store
  }

  const append = (facts: readonly Fact[]): void => void store.journal.append({ facts, orders: [], positions: [] })

  const find = (interval: Interval, over: Partial<Parameters<CandleStore['find']>[0]> = {}, on = instrument) =>
    store.candles.find({ symbol: 'BTCUSDT', interval, fromMs: 0, toMs: NOON_MS + DAY_MS, limit: 999, ...over }, on)

  beforeEach(() => {
    place = makePlace()
    store = place.open()
  })

  afterEach(() => {
    store.close()
    place.remove()
  })

  describe(`the journal of ${name}`, () => {
    it('is empty at first', () => {
      expect([...store.journal.read()]).toEqual([])
      expect(find('1m')).toEqual([])
    })

    it('returns every fact unchanged, in its original order, also after reopening', () => {
      append(FACTS.slice(0, 2))
      append(FACTS.slice(2))
      expect([...store.journal.read()]).toEqual(FACTS)
      expect([...reopen().journal.read()]).toEqual(FACTS)
      append([ended('run_B')])
      expect([...reopen().journal.read()]).toEqual([...FACTS, ended('run_B')])
    })

    it('stores a batch fully or not at all', () => {
      const broken = closed(aCandle({ volume: Number.NaN }))
      append([ended('run_A')])
      expect(() => append([ended('run_B'), closed(aCandle()), broken])).toThrow()
      expect([...store.journal.read()]).toEqual([ended('run_A')])
      expect(find('1m')).toEqual([])
      append([ended('run_C')])
      expect([...reopen().journal.read()]).toEqual([ended('run_A'), ended('run_C')])
    })

    it('accepts an empty batch', () => {
      append([])
      expect([...store.journal.read()]).toEqual([])
    })

    it('can be read twice, and abandoned halfway', () => {
      append(FACTS)
      for (const fact of store.journal.read()) {
        expect(fact).toEqual(FACTS[0])
        break
      }
      append([ended('run_B')])
      expect([...store.journal.read()]).toHaveLength(FACTS.length + 1)
    })

    it('holds no candles', () => {
      append([closed(aCandle()), ended('run_A'), closed(aCandle({ interval: '1h' }))])
      expect([...store.journal.read()]).toEqual([ended('run_A')])
    })
  })

  describe(`the candles of ${name}`, () => {
    it('are returned as they were stored', () => {
      fc.assert(
        fc.property(anyCandle, (candle) => {
          append([closed(candle)])
          const range = { fromMs: candle.openMs, toMs: closeTime(candle) }
          expect(find(candle.interval, range)).toEqual([candle])
        }),
      )
    })

    it('are found by symbol, interval and opening time, from the first instant to before the last', () => {
      const others = [aCandle({ interval: '5m' }), aCandle({ symbol: 'ETHUSDT' })]
      append([...someMinutes(5), ...others].map((candle) => closed(candle)))
      const range = { fromMs: NOON_MS + MINUTE_MS, toMs: NOON_MS + 4 * MINUTE_MS }
      expect(find('1m', range)).toEqual(someMinutes(5).slice(1, 4))
      expect(find('1m', { symbol: 'ETHUSDT' })).toEqual([aCandle({ symbol: 'ETHUSDT' })])
      expect(find('1m', { symbol: 'SOLUSDT' })).toEqual([])
      expect(find('1m', { fromMs: NOON_MS, toMs: NOON_MS })).toEqual([])
    })

    it('are the newest of the requested ones, in order of time', () => {
      append(
        someMinutes(9)
          .toReversed()
          .map((candle) => closed(candle)),
      )
      expect(find('1m', { limit: 3 })).toEqual(someMinutes(9).slice(-3))
      expect(find('1m', { limit: 0 })).toEqual([])
    })

    it('are replaced when they are stored again', () => {
      const again = aCandle({ volume: 77, missing: [{ fromMs: NOON_MS, toMs: NOON_MS + 1 }] })
      append([closed(aCandle())])
      append([closed(aCandle({ volume: 6 })), closed(again)])
      expect(find('1m')).toEqual([again])
    })

    it('stay the same amounts when tick and lot become finer', () => {
      append([closed(aCandle({ volume: 5, takerBuyVolume: 2, turnover: 53n }))])
      const finer = anInstrument({ tickSize: '0.02', lotSize: '0.0005' })
      expect(find('1m', {}, finer)).toEqual([
        aCandle({ prices: [50, 60, 45, 55], volume: 10, takerBuyVolume: 4, turnover: 53n * 10n }),
      ])
    })

    it('are omitted when a coarser tick or lot cannot represent them', () => {
      const minute = (index: number, candle: Parameters<typeof aCandle>[0]) =>
        aCandle({ openMs: NOON_MS + index * MINUTE_MS, volume: 10, takerBuyVolume: 10, turnover: 500n, ...candle })
      const candles = [
        minute(0, { prices: [10, 15, 5, 10] }),
        minute(1, { prices: [10, 16, 5, 10] }),
        minute(2, { prices: [10, 15, 5, 10], volume: 11 }),
        minute(3, { prices: [10, 15, 5, 10], turnover: 501n }),
        minute(4, { prices: [10, 15, 5, 10], takerBuyVolume: 9 }),
      ]
      append(candles.map((candle) => closed(candle)))
      const coarser = anInstrument({ tickSize: '0.5', lotSize: '0.002' })
      const coarse = { prices: [2, 3, 1, 2], volume: 5, turnover: 50n } as const
      expect(find('1m', {}, coarser)).toEqual([
        minute(0, { ...coarse, takerBuyVolume: 5 }),
        minute(4, { ...coarse, takerBuyVolume: null }),
      ])
    })

    it('keep the exactness of the longest amounts', () => {
      const candle = aCandle({ turnover: 123_456_789_012_345_678_901_234_567_890n, volume: Number.MAX_SAFE_INTEGER })
      append([closed({ ...candle, high: ticks(2 ** 52), takerBuyVolume: lots(1) })])
      expect(find('1m')).toEqual([{ ...candle, high: 2 ** 52, takerBuyVolume: 1 }])
    })
  })

  tradingStoreContract(name, makePlace)
}
