import { describe, expect, it, onTestFinished } from 'vitest'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { applyFigures, createFigures, toMarkPrice } from '../../server/adapters/exchanges/ccxt/market/figures.ts'
import { readCandle } from '../../server/adapters/exchanges/ccxt/market/history.ts'
import { readTrade } from '../../server/adapters/exchanges/ccxt/market/read-trade.ts'
import { readQuote } from '../../server/adapters/exchanges/ccxt/market/receive-message.ts'
import { printDecimal } from '../../server/core/decimal.ts'
import { HOUR_MS } from '../../server/core/instant.ts'
import { type Body, HAS_BODIES, recordedAnswers } from './binance-bodies.ts'
import { openListener, type RecordedListener } from './recorded-listener.ts'

const feed = getDialect('binanceusdm').feed

/** Today's steps. */
const TICKS: Readonly<Record<string, number>> = { BTCUSDT: 0.1, LTCUSDT: 0.01 }
const LOT = 0.001

const openAnswers = async (): Promise<RecordedListener> => {
  const [info] = recordedAnswers('/fapi/v1/exchangeInfo')
  const answers = { 'GET /fapi/v1/exchangeInfo': info?.data }
  const listener = await openListener('binanceusdm', { answers, symbols: Object.keys(TICKS) })
  onTestFinished(() => listener.close())
  return listener
}

/** Returns the rows of all recorded answers, with their request. */
const recordedRows = (path: string) =>
  recordedAnswers(path).flatMap(({ data, query }) =>
    [data].flat().map((row) => ({ row: row as Body, symbol: query.get('symbol') ?? '' })),
  )

const getListing = ({ listings }: RecordedListener, symbol: string) => {
  const listing = listings.get(symbol)
  if (!listing) throw new Error(`${symbol} is not listed`)
  return listing
}

/** Undefined where it does not lie on a step. */
const toSteps = (text: unknown, step: number | undefined): number | undefined => {
  const steps = Number(text) / (step ?? Number.NaN)
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? Math.round(steps) : undefined
}

/** Returns the expected result of a row of trades or aggregated trades. */
const tradeIn = (row: Body, symbol: string) => {
  const { price, p, qty, q, time, T, isBuyerMaker, m } = { ...EMPTY, ...row }
  return {
    price: toSteps(price ?? p, TICKS[symbol]),
    quantity: toSteps(qty ?? q, LOT),
    tradedAtMs: time ?? T,
    takerSide: (isBuyerMaker ?? m) ? 'SELL' : 'BUY',
  }
}

const EMPTY: Body = {}

describe.skipIf(!HAS_BODIES)('recorded answers of Binance', () => {
  it('have their trades parsed to the tick, except those from days with finer ticks', async () => {
    const listener = await openAnswers()
    const counts = { read: 0, leftOut: 0 }
    for (const { row, symbol } of [...recordedRows('/fapi/v1/trades'), ...recordedRows('/fapi/v1/aggTrades')]) {
      const { rest } = listener.client
      const listing = getListing(listener, symbol)
      const read = readTrade(rest.parseTrade(row as never, rest.market(listing.unified)), listing)
      const expected = tradeIn(row, symbol)
      expect(read).toMatchObject({ ok: expected.price !== undefined })
      if (read.ok) expect(read.value).toMatchObject(expected)
      counts[read.ok ? 'read' : 'leftOut']++
    }
    expect(counts.read).toBeGreaterThan(500)
    expect(counts.leftOut).toBeGreaterThan(0)
  })

  it('have their candles parsed with turnover, count and taker volume', async () => {
    const listener = await openAnswers()
    let read = 0
    for (const { row, symbol } of recordedRows('/fapi/v1/klines').filter(({ symbol: of }) => of in TICKS)) {
      const [openMs, open, high, low, close, volume, , turnover, tradeCount, takerBuy] = Object.values(row)
      const candle = readCandle(Object.values(row), getListing(listener, symbol), feed.candle)
      const prices = [open, high, low, close].map((price) => toSteps(price, TICKS[symbol]))
      expect(candle).toMatchObject({ ok: !prices.includes(undefined) })
      if (!candle.ok) continue
      const { value } = candle
      expect(value).toMatchObject({ openMs, tradeCount })
      expect([value.open, value.high, value.low, value.close]).toEqual(prices)
      expect([value.volume, value.takerBuyVolume]).toEqual([volume, takerBuy].map((each) => toSteps(each, LOT)))
      const unit = (TICKS[symbol] ?? 0) * LOT
      expect(Math.abs(Number(value.turnover) - Number(turnover) / unit)).toBeLessThan(1)
      read++
    }
    expect(read).toBeGreaterThan(100)
  })

  it('have their funding figures and open interest parsed', async () => {
    const listener = await openAnswers()
    const listing = getListing(listener, 'BTCUSDT')
    const figures = createFigures()
    const [premium = EMPTY] = recordedRows('/fapi/v1/premiumIndex').map(({ row }) => row)
    const [p, i, r, T, E] = ['markPrice', 'indexPrice', 'lastFundingRate', 'nextFundingTime', 'time'].map(
      (name) => premium[name],
    )
    const [subject] = feed.identify({ e: 'markPriceUpdate', s: 'BTCUSDT', p, i, r, T, E })
    if (subject?.kind !== 'figures') throw new Error('it was not seen')
    const [interest] = recordedRows('/fapi/v1/openInterest').map(({ row }) =>
      listener.client.rest.parseOpenInterest(row as never),
    )
    const terms = recordedRows('/fapi/v1/fundingInfo').map(({ row }) => feed.terms(row))
    for (const raw of [subject.figures, { interest: interest?.openInterestAmount }, ...terms]) {
      expect(applyFigures(figures, raw, listing)).toEqual([])
    }
    const markPrice = toMarkPrice(figures, 'BTCUSDT')
    expect(markPrice).toMatchObject({
      mark: 267_808,
      index: 267_983,
      fundingIntervalMs: 8 * HOUR_MS,
      nextFundingAtMs: T,
    })
    const decimals = [markPrice?.fundingRate, markPrice?.openInterest, markPrice?.fundingRateCap]
    const cap = String(Number(terms.at(-1)?.cap))
    expect(decimals.map((each) => each && printDecimal(each))).toEqual(['0.00001226', '83782.317', cap])
  })

  it('have their best prices parsed, except those from days with finer ticks', async () => {
    const listener = await openAnswers()
    const rows = recordedRows('/fapi/v1/ticker/bookTicker').filter(({ row }) => row.symbol === 'BTCUSDT')
    const read = rows.map(({ row }) =>
      readQuote(listener.client.rest.parseTicker(row as never), getListing(listener, 'BTCUSDT')),
    )
    expect(read.map(({ ok }) => ok)).toEqual(
      rows.map(({ row }) => ![row.bidPrice, row.askPrice].some((price) => toSteps(price, 0.1) === undefined)),
    )
  })
})
