import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContractListing, aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { getDialect } from '../exchanges/index.ts'
import { readCandle } from './history.ts'

const OPEN_MS = 1_795_264_200_000
const prices = ['61800.0', '61810.5', '61799.9', '61805.1']
const row = [OPEN_MS, ...prices, '1.250', OPEN_MS + 59_999, '77254.1230', 42, '0.750', '46352', '0']
const { candle: columns } = getDialect('binanceusdm').feed

describe('readCandle', () => {
  it('reads a Binance row with its count and taker buy volume', () => {
    expect(readCandle(row, aListing(), columns)).toEqual({
      ok: true,
      value: {
        symbol: 'BTCUSDT',
        interval: '1m',
        openMs: OPEN_MS,
        open: 618_000,
        high: 618_105,
        low: 617_999,
        close: 618_051,
        volume: 1_250,
        turnover: 772_541_230n,
        tradeCount: 42,
        takerBuyVolume: 750,
        missing: [],
      },
    })
  })

  it.each([
    ['bybit', [String(OPEN_MS), ...prices, '1.25', '77254.123'], aListing()],
    ['okx', [String(OPEN_MS), ...prices, '125', '1.25', '77254.123', '1'], aContractListing()],
    ['bitget', [String(OPEN_MS), ...prices, '1.25', '77254.123'], aListing()],
  ] as const)('reads a row of %s, which has neither', (id, values, listing) => {
    const read = readCandle(values, listing, getDialect(id).feed.candle)
    const figures = { volume: 1_250, turnover: 772_541_230n, tradeCount: null, takerBuyVolume: null }
    expect(read).toMatchObject({ ok: true, value: { openMs: OPEN_MS, high: 618_105, ...figures } })
  })

  it('rounds turnover to the nearest value that ticks and lots can represent', () => {
    const read = readCandle(row.with(7, '0.00014999'), aListing(), columns)
    expect(read).toMatchObject({ value: { turnover: 1n } })
  })

  it.each([
    ['no row', undefined],
    ['a row cut short', row.slice(0, 6)],
    ['an opening within the minute', row.with(0, OPEN_MS + 1)],
    ['an opening that is none', row.with(0, 'yesterday')],
    ['a price off the tick', row.with(2, '61810.55')],
    ['a high below its close', row.with(2, '61805.0')],
    ['a low above its open', row.with(3, '61800.1')],
    ['a price of zero', row.with(1, '0')],
    ['a volume off the lot', row.with(5, '1.2505')],
    ['a volume below zero', row.with(5, '-1')],
    ['no turnover', row.with(7, '')],
    ['a turnover below zero', row.with(7, '-3')],
    ['a count that is none', row.with(8, 1.5)],
    ['takers who bought more than was traded', row.with(9, '1.251')],
  ])('omits %s', (_, values) => {
    expect(readCandle(values, aListing(), columns).ok).toBe(false)
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (anything) => void readCandle(anything, aListing(), columns)))
    const anyRow = fc.tuple(fc.nat({ max: 11 }), fc.anything())
    fc.assert(
      fc.property(anyRow, ([index, value]) => void readCandle(row.with(index, value as string), aListing(), columns)),
    )
  })
})
