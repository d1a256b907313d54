import { describe, expect, it, onTestFinished } from 'vitest'
import { anEngineState, RULES } from '../../../test/support/engine-state.ts'
import {
  aCandle,
  aDelta,
  anInstrument,
  aSnapshot,
  aTrade,
  levels,
  NOON_MS,
} from '../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { decimal } from '../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { createMarket, observe } from '../../domain/market/market.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import { NO_CONDUCT } from '../../domain/microstructure/own-conduct.ts'
import { createMarketMemory } from '../records/market-memory.ts'
import { marketHistoryReader, marketPictureReader, venueHealthReader } from './market.ts'
import { ownConductReader } from './order-flow.ts'

const instrument = anInstrument()

const marked = (exchangeTimeMs: Instant): MarketEvent => ({
  kind: 'markPrice',
  markPrice: {
    symbol: 'BTCUSDT',
    mark: ticks(1_000),
    index: ticks(999),
    fundingRate: decimal('0.00010000'),
    fundingIntervalMs: 8 * HOUR_MS,
    nextFundingAtMs: NOON_MS + HOUR_MS,
    fundingRateCap: decimal('0.0075'),
    fundingRateFloor: decimal('-0.0075'),
    openInterest: decimal('82000.500'),
    exchangeTimeMs,
  },
})

/** Builds an engine that receives market events ten milliseconds after they happened. */
const createListener = ({ clockChecked = true } = {}) => {
  const market = createMarket()
  const state = anEngineState({ market, rules: { ...RULES, clockChecked } })
  const marketMemory = createMarketMemory()
  const receive = (event: MarketEvent, atMs: Instant): void => void observe(market, event, atMs)
  const picture = (atMs: Instant) => marketPictureReader.read({ state }, atMs)?.value[0]
  const health = (atMs: Instant) =>
    venueHealthReader.read({ state, marketMemory, bootedAtMs: NOON_MS - MINUTE_MS, host: { recordedLag: null } }, atMs)
      ?.value
  return { state, receive, picture, health }
}

const LISTED: MarketEvent = { kind: 'instrument', instrument }
const LIVE: MarketEvent = { kind: 'stream', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS } }

describe('the picture of a market', () => {
  it('is missing before anything was received', () => {
    const { receive, picture } = createListener()
    expect(picture(NOON_MS)).toBeUndefined()
    receive(LISTED, NOON_MS)
    expect(picture(NOON_MS)).toBeUndefined()
  })

  it('returns the values of the exchange in whole decimals', () => {
    const { receive, picture } = createListener()
    for (const event of [LISTED, LIVE, { kind: 'bookSnapshot', snapshot: aSnapshot() } as const])
      receive(event, NOON_MS)
    receive(marked(NOON_MS), NOON_MS)
    receive({ kind: 'trade', trade: aTrade({ at: NOON_MS, price: 1_000 }) }, NOON_MS)
    expect(picture(NOON_MS + 250)).toMatchObject({
      symbol: 'BTCUSDT',
      markPrice: '100.0',
      fundingRate: '0.00010000',
      fundingIntervalMs: 8 * HOUR_MS,
      nextFundingAtMs: NOON_MS + HOUR_MS,
      openInterest: '82000.500',
      tradeAgeMs: 250,
      klineLagMs: null,
      picture: { depth: { spreadBps: 20 }, basisBps: expect.closeTo(10_000 / 999), fundingToCapRatio: 1 / 75 },
      window: { bookUpdates: 0, trades: 1 },
      events: [],
    })
    expect(picture(NOON_MS)?.components.map(({ id }) => id)).toHaveLength(7)
  })

  it('reports how far the closed minutes are behind', () => {
    const { receive, picture } = createListener()
    for (const event of [LISTED, LIVE, { kind: 'trade', trade: aTrade() } as const]) receive(event, NOON_MS)
    const lagAt = (atMs: Instant): number | null | undefined => {
      receive(marked(atMs), atMs)
      return picture(atMs)?.klineLagMs
    }
    expect(lagAt(NOON_MS + MINUTE_MS + 3_000)).toBe(0)
    expect(lagAt(NOON_MS + 2 * MINUTE_MS + 1_000)).toBe(MINUTE_MS)
    expect(lagAt(NOON_MS + 2 * MINUTE_MS + 3_000)).toBe(0)
  })
})

describe('the health of a venue', () => {
  it('is absent before anything is listed', () => {
    expect(createListener().health(NOON_MS)).toBeUndefined()
  })

  it('times each message of a live stream once, by both clocks', () => {
    const { state, receive, health } = createListener()
    state.session.clock.offsetMs = 5
    for (const event of [LISTED, marked(NOON_MS - MINUTE_MS)]) receive(event, NOON_MS)
    expect(health(NOON_MS)?.wsLagMs.n).toBe(0)
    receive(LIVE, NOON_MS)
    expect(health(NOON_MS)?.wsLagMs.n).toBe(0)
    for (let count = 1; count <= 20; count++) {
      receive(marked(NOON_MS + count * 100), NOON_MS + count * 100 + 10)
      health(NOON_MS + count * 100 + 20)
      health(NOON_MS + count * 100 + 30)
    }
    expect(health(NOON_MS)?.wsLagMs).toEqual({ p50: 15, p99: null, n: 20 })
  })

  it('does not time messages of the first minute after a start, in which the market catches up', () => {
    const { receive, health } = createListener()
    for (const event of [LISTED, LIVE, marked(NOON_MS - 2 * MINUTE_MS)]) receive(event, NOON_MS - SECOND_MS)
    expect(health(NOON_MS - SECOND_MS)?.wsLagMs.n).toBe(0)
    receive(marked(NOON_MS), NOON_MS + 10)
    expect(health(NOON_MS + 20)?.wsLagMs.n).toBe(1)
  })

  it('does not time a recording', () => {
    const { receive, health } = createListener({ clockChecked: false })
    receive(LISTED, NOON_MS)
    receive(marked(NOON_MS), NOON_MS + DAY_MS)
    expect(health(NOON_MS + DAY_MS)?.wsLagMs).toEqual({ p50: null, p99: null, n: 0 })
  })

  it('counts the round trip of each time query once', () => {
    const { state, receive, health } = createListener()
    receive(LISTED, NOON_MS)
    for (let count = 1; count <= 20; count++) {
      Object.assign(state.session.clock, { errorMs: count, atMs: NOON_MS + count })
      health(NOON_MS)
      health(NOON_MS)
    }
    expect(health(NOON_MS)?.restLatencyMs).toEqual({ p50: 20, p99: null, n: 20 })
  })

  it('counts each loss of a complete order book once', () => {
    const { receive, health } = createListener()
    receive(LISTED, NOON_MS)
    const lose = (atMs: Instant): void => {
      receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ sequence: atMs }) }, atMs)
      receive({ kind: 'bookDelta', delta: aDelta(atMs + 7, atMs + 8, atMs + 6, { bids: levels([999, 1]) }) }, atMs)
      receive({ kind: 'bookLost', symbol: 'BTCUSDT' }, atMs)
    }
    lose(NOON_MS)
    lose(NOON_MS + 2 * HOUR_MS)
    expect(health(NOON_MS + 2 * HOUR_MS)?.resyncs).toEqual([{ symbol: 'BTCUSDT', lastHour: 1, lastDay: 2 }])
    expect(health(NOON_MS + DAY_MS)?.resyncs).toEqual([{ symbol: 'BTCUSDT', lastHour: 0, lastDay: 1 }])
  })

  it('names the filters', () => {
    const { receive, health } = createListener()
    receive(LISTED, NOON_MS)
    const before = health(NOON_MS)?.filtersVersion
    receive(LISTED, NOON_MS)
    expect(health(NOON_MS)?.filtersVersion).toBe(before)
    receive({ kind: 'instrument', instrument: anInstrument({ maxLeverage: 20 }) }, NOON_MS)
    expect(health(NOON_MS)?.filtersVersion).not.toBe(before)
  })
})

describe('our own conduct', () => {
  it('returns the values of the last 24 hours, all read at the same instant', async () => {
    const ranges: { fromMs: number; toMs: number }[] = []
    const trading = {
      countConduct: (range: { fromMs: number; toMs: number }) => {
        ranges.push(range)
        return { ...NO_CONDUCT, orders: 1 }
      },
    }
    const { value, sampleSize } = await ownConductReader.read({ store: { trading } }, NOON_MS)
    expect([value, sampleSize]).toEqual([{ ...NO_CONDUCT, orders: 24, fromMs: NOON_MS - DAY_MS, toMs: NOON_MS }, 24])
    expect([ranges[0]?.fromMs, ranges.at(-1)?.toMs]).toEqual([NOON_MS - DAY_MS, NOON_MS])
    for (const [index, { fromMs }] of ranges.entries()) expect(ranges[index - 1]?.toMs ?? fromMs).toBe(fromMs)
  })
})

const START_MS = Date.UTC(2026, 10, 9)
/** The logarithmic return of every minute, up and down in turn. */
const STEP = Math.log(10_010 / 10_000)

/** Builds a store with minutes as a market would close them, and the figures read from it. */
const aPast = () => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  const market = createMarket()
  const marketMemory = createMarketMemory()
  const state = anEngineState({ market })
  observe(market, { kind: 'instrument', instrument }, START_MS)
  return {
    publish(fromMs: Instant, toMs: Instant): void {
      const facts = []
      for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
        const price = (openMs / MINUTE_MS) % 2 === 0 ? 10_000 : 10_010
        const candle = aCandle({ openMs, prices: [price, 10_010, 10_000, price] })
        const { closed } = observe(market, { kind: 'history', candle }, openMs)
        facts.push(...closed.map((one) => ({ kind: 'candleClosed' as const, candle: one, instrument })))
      }
      store.journal.append({ facts, orders: [], positions: [] })
    },
    read(atMs: Instant) {
      market.clockMs = atMs
      return marketHistoryReader.read({ state, store, marketMemory }, atMs)
    },
  }
}

describe('statistics of stored candles', () => {
  it('are absent before the market has a time, and unknown without candles', async () => {
    const past = aPast()
    expect(await past.read(0)).toBeUndefined()
    expect((await past.read(START_MS))?.value).toEqual([
      {
        symbol: 'BTCUSDT',
        rv1hPct: null,
        rv24hPct: null,
        parkinson24hPct: null,
        rvPercentile: null,
        hours: 0,
        gaps24h: 1,
        adx14_1h: null,
        slope: null,
        bars: 0,
      },
    ])
  })

  it('measure volatility and trend of the market', async () => {
    const past = aPast()
    const endMs = START_MS + 3 * DAY_MS
    past.publish(START_MS, endMs)
    const reading = await past.read(endMs + 1_000)
    const history = reading?.value[0]
    expect(history).toMatchObject({ symbol: 'BTCUSDT', hours: 72, gaps24h: 0, bars: 72 })
    expect(history?.rvPercentile).toBeCloseTo(1, 1)
    expect(history?.rv1hPct).toBeCloseTo(100 * Math.sqrt(60) * STEP, 9)
    expect(history?.rv24hPct).toBeCloseTo(100 * Math.sqrt(1_440) * STEP, 9)
    expect(history?.parkinson24hPct).toBeCloseTo(100 * Math.sqrt((1_440 * STEP ** 2) / (4 * Math.LN2)), 6)
    expect([history?.adx14_1h, history?.slope]).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('continue with new candles', async () => {
    const past = aPast()
    const firstMs = START_MS + DAY_MS
    past.publish(START_MS, firstMs)
    expect((await past.read(firstMs))?.value[0]).toMatchObject({ hours: 24, bars: 24 })
    past.publish(firstMs, firstMs + 2 * HOUR_MS)
    expect((await past.read(firstMs + 2 * HOUR_MS))?.value[0]).toMatchObject({ hours: 26, bars: 26, gaps24h: 0 })
  })

  it('include history that is stored after the first reading', async () => {
    const past = aPast()
    const endMs = START_MS + 2 * DAY_MS
    await past.read(endMs)
    past.publish(START_MS, START_MS + DAY_MS)
    expect((await past.read(endMs))?.value[0]).toMatchObject({ hours: 24, rv24hPct: null })
    past.publish(START_MS + DAY_MS, endMs)
    expect((await past.read(endMs))?.value[0]).toMatchObject({ hours: 48, gaps24h: 0, rv24hPct: expect.any(Number) })
  })

  it('do not count a minute that has just ended as a gap', async () => {
    const past = aPast()
    past.publish(START_MS, START_MS + 2 * DAY_MS)
    const gapsAt = async (afterMs: number) => (await past.read(START_MS + 2 * DAY_MS + afterMs))?.value[0]?.gaps24h
    expect([await gapsAt(MINUTE_MS), await gapsAt(2 * MINUTE_MS)]).toEqual([0, 1])
  })

  it('restart the trend after a gap, and report the gap', async () => {
    const past = aPast()
    const holeMs = START_MS + DAY_MS + 30 * MINUTE_MS
    past.publish(START_MS, holeMs)
    past.publish(holeMs + 5 * MINUTE_MS, START_MS + DAY_MS + 4 * HOUR_MS)
    expect((await past.read(START_MS + DAY_MS + 4 * HOUR_MS))?.value[0]).toMatchObject({
      gaps24h: 1,
      bars: 3,
      adx14_1h: null,
      slope: null,
    })
  })

  it('exclude what was counted in other increments', async () => {
    const past = aPast()
    past.publish(START_MS, START_MS + DAY_MS)
    const memory = createMarketMemory()
    const state = anEngineState()
    observe(state.market, { kind: 'instrument', instrument }, START_MS)
    state.market.clockMs = START_MS + DAY_MS
    const nothing = { candles: { find: () => [] } }
    await marketHistoryReader.read({ state, store: nothing, marketMemory: memory }, START_MS)
    const before = memory.candles.get('BTCUSDT')
    observe(state.market, { kind: 'instrument', instrument: anInstrument({ tickSize: '0.01' }) }, START_MS)
    await marketHistoryReader.read({ state, store: nothing, marketMemory: memory }, START_MS)
    expect(memory.candles.get('BTCUSDT')).not.toBe(before)
  })
})
