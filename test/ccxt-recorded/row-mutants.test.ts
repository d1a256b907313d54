import { describe, expect, it } from 'vitest'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { applyFigures, createFigures } from '../../server/adapters/exchanges/ccxt/market/figures.ts'
import { readCandle } from '../../server/adapters/exchanges/ccxt/market/history.ts'
import { type LibraryMarket, readListing } from '../../server/adapters/exchanges/ccxt/market/listings.ts'
import { printDecimal } from '../../server/core/decimal.ts'
import { BODIES, RECORDED_IDS, type RecordedId } from './market-bodies.ts'
import { createMutants, type Mutant, valueAt } from './mutants.ts'
import { buildListing } from './reading.ts'

const LISTING = buildListing({ symbol: 'BTCUSDT', tick: '0.1', step: '0.1', lot: '0.001', contractSize: '0.01' })

const OPEN_MS = 1_789_999_980_000

/** One-minute candle of 41.1 contracts, with its quote volume, in each exchange's notation. */
const CANDLES: Readonly<Record<RecordedId, readonly unknown[]>> = {
  binanceusdm: [
    OPEN_MS,
    '60000.0',
    '60010.5',
    '59990.1',
    '60001.2',
    '41.1',
    OPEN_MS + 59_999,
    '24660.5',
    97,
    '20.5',
    '1',
    '0',
  ],
  bybit: [String(OPEN_MS), '60000', '60010.5', '59990.1', '60001.2', '41.1', '24660.5'],
  okx: [String(OPEN_MS), '60000', '60010.5', '59990.1', '60001.2', '41.1', '0.411', '24660.5', '1'],
  bitget: [String(OPEN_MS), '60000', '60010.5', '59990.1', '60001.2', '41.1', '24660.5'],
}

const isNumber = (value: number, raw: unknown): boolean => Number(String(raw)) === value

describe.each(RECORDED_IDS)('a candle of %s', (id) => {
  const columns = getDialect(id).feed.candle
  const row = CANDLES[id]

  it('agrees with the row', () => {
    const candle = readCandle(row, LISTING, columns)
    const prices = { open: 600_000, high: 600_105, low: 599_901, close: 600_012 }
    expect(candle).toMatchObject({ value: { ...prices, openMs: OPEN_MS, volume: 411, turnover: 246_605_000n } })
  })

  it('agrees with the row, or is not reported, whichever column is altered', () => {
    const wrong = createMutants(row).filter(({ body }) => {
      const candle = readCandle(body, LISTING, columns)
      if (!candle.ok) return false
      const { openMs, open, high, low, close, volume } = candle.value
      const { price } = LISTING.instrument
      const values = [openMs, ...[open, high, low, close].map((each) => Number(price.print(each)))]
      const rawVolume = valueAt(body, columns.volume)
      return !(values.every((each, at) => isNumber(each, valueAt(body, at))) && isNumber(volume / 10, rawVolume))
    })
    expect(wrong.map(({ what }) => what)).toEqual([])
  })
})

describe('an instrument', () => {
  const market = {
    ...{ id: 'BTC-USDT-SWAP', symbol: 'BTC/USDT:USDT', baseId: 'BTC', active: true, swap: true, linear: true },
    ...{ quote: 'USDT', settle: 'USDT', contractSize: '0.01' },
    precision: { amount: '0.1', price: '0.1' },
    limits: { cost: { min: '5' }, leverage: { max: '125' } },
  }

  /** Steps beyond all counting. */
  const isHuge = ({ what }: Mutant): boolean => what.includes('huge')

  it('is listed with the increments it declares, or not at all, whichever field is altered', () => {
    const mutants = createMutants(market).filter((mutant) => !isHuge(mutant))
    const wrong = mutants.filter(({ body }) => {
      const listing = readListing(body as LibraryMarket)
      if (!listing) return false
      const { contractSize, precision } = body as typeof market
      const { price, quantity } = listing.instrument
      const lot = Number(precision.amount) * Number(contractSize)
      const isLot = Math.abs(Number(printDecimal(quantity.step)) / lot - 1) < 1e-12
      return !(isLot && isNumber(Number(printDecimal(price.step)), precision.price))
    })
    expect(wrong.map(({ what }) => what)).toEqual([])
  })
})

describe.each(RECORDED_IDS)('statistics of %s', (id) => {
  const { figures: message } = BODIES[id]
  const feed = getDialect(id).feed

  it('are unchanged by unreadable values', () => {
    for (const { body } of createMutants(message)) {
      const figures = createFigures()
      for (const subject of feed.identify(body)) {
        if (subject.kind === 'figures') applyFigures(figures, subject.figures, LISTING)
      }
      const { mark, index, nextFundingAtMs, exchangeTimeMs } = figures
      expect([mark, index, nextFundingAtMs].every((each) => each === null || each > 0)).toBe(true)
      expect(exchangeTimeMs).toBeGreaterThanOrEqual(0)
    }
  })
})
