import { describe, expect, it, onTestFinished } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { aCandle, anInstrument } from '../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { createMarket, observe } from '../../domain/market/market.ts'
import { createMarketMemory } from '../records/market-memory.ts'
import { marketHistoryReader } from './market-history.ts'

const instrument = anInstrument()
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

describe('figures of stored candles', () => {
  it('is nothing before the market has a time, and nothing is known of one without candles', async () => {
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

  it('is how volatile and how directed the market has been', async () => {
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

  it('goes on with what is new', async () => {
    const past = aPast()
    const firstMs = START_MS + DAY_MS
    past.publish(START_MS, firstMs)
    expect((await past.read(firstMs))?.value[0]).toMatchObject({ hours: 24, bars: 24 })
    past.publish(firstMs, firstMs + 2 * HOUR_MS)
    expect((await past.read(firstMs + 2 * HOUR_MS))?.value[0]).toMatchObject({ hours: 26, bars: 26, gaps24h: 0 })
  })

  it('does not take a minute that is just over for a hole', async () => {
    const past = aPast()
    past.publish(START_MS, START_MS + 2 * DAY_MS)
    const gapsAt = async (afterMs: number) => (await past.read(START_MS + 2 * DAY_MS + afterMs))?.value[0]?.gaps24h
    expect([await gapsAt(MINUTE_MS), await gapsAt(2 * MINUTE_MS)]).toEqual([0, 1])
  })

  it('restarts the trend after a gap, and reports the gap', async () => {
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

  it('is not what was counted in other steps', async () => {
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
