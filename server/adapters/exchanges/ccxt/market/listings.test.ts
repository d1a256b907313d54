import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, decimal } from '../../../../core/decimal.ts'
import { getDialect } from '../exchanges/index.ts'
import { bandWithin, type LibraryMarket, readListing, toPriceBand } from './listings.ts'

const market = {
  id: 'BTCUSDT',
  symbol: 'BTC/USDT:USDT',
  baseId: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  swap: true,
  linear: true,
  active: true,
  contractSize: '1',
  precision: { amount: '0.001', price: '0.10' },
  limits: { cost: { min: '5' }, leverage: { max: '125' } },
}

const BAND = { up: decimal('1.15'), down: decimal('0.85') }

const describeListing = (over: LibraryMarket) => {
  const listing = readListing({ ...market, ...over })
  if (!listing) return undefined
  const { instrument, amounts, native, contractSize } = listing
  const { symbol, price, quantity, minNotional, maxLeverage } = instrument
  return {
    symbol,
    native,
    steps: [price, quantity, amounts].map((grid) => grid.print(1)),
    contractSize,
    minNotional,
    maxLeverage,
  }
}

describe('readListing', () => {
  it('reads increments, minimum value and leverage', () => {
    expect(describeListing({})).toEqual({
      symbol: 'BTCUSDT',
      native: 'BTCUSDT',
      steps: ['0.1', '0.001', '0.001'],
      contractSize: decimal('1'),
      minNotional: decimal('5'),
      maxLeverage: 125,
    })
  })

  it('converts exchange contracts into lots of the coin', () => {
    const swap = { id: 'BTC-USDT-SWAP', contractSize: '0.01', precision: { amount: '0.1', price: '0.1' } }
    expect(describeListing(swap)).toMatchObject({
      symbol: 'BTCUSDT',
      native: 'BTC-USDT-SWAP',
      steps: ['0.1', '0.001', '0.1'],
    })
    const many = { id: '1000PEPEUSDT', contractSize: '10', precision: { amount: '1', price: '0.0000001' } }
    expect(describeListing(many)).toMatchObject({ symbol: '1000PEPEUSDT', steps: ['0.0000001', '10', '1'] })
    const tenths = { contractSize: 1_000, precision: { amount: 0.1, price: 1e-8 } }
    expect(describeListing(tenths)).toMatchObject({ steps: ['0.00000001', '100', '0.1'] })
  })

  it.each([
    [
      'binanceusdm',
      { filters: [{ filterType: 'PERCENT_PRICE', multiplierUp: '1.1500', multiplierDown: '0.85' }] },
      BAND,
    ],
    ['binanceusdm', { filters: [{ filterType: 'PERCENT_PRICE', multiplierUp: '1.15' }] }, null],
    ['binanceusdm', { filters: 'none' }, null],
    ['bybit', { riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.15' } }, BAND],
    ['bybit', {}, null],
    ['okx', {}, null],
    ['bitget', { buyLimitPriceRatio: '0.15', sellLimitPriceRatio: '0.15' }, null],
  ] as const)('at %s reads from %o how far from the mark a price may be', (id, info, band) => {
    expect(readListing({ ...market, info }, getDialect(id).feed.priceBand)?.instrument.priceBand).toEqual(band)
  })

  it('has no minimum value and no leverage where none is reported', () => {
    const limits = { cost: { min: undefined }, leverage: { max: undefined } }
    expect(describeListing({ limits })).toMatchObject({ minNotional: null, maxLeverage: null })
  })

  it.each([
    ['not traded now', { active: false }],
    ['of unknown state', { active: undefined }],
    ['no swap', { swap: false }],
    ['inverse', { linear: false }],
    ['quoted in another coin', { quote: 'USDC' }],
    ['settled in another coin', { settle: 'BTC' }],
    ['of a name that is not ours', { id: '龙虾USDT', baseId: '龙虾' }],
    ['without a tick', { precision: { amount: '0.001' } }],
    ['with a tick of zero', { precision: { amount: '0.001', price: '0' } }],
    ['with a tick finer than we count', { precision: { amount: '0.001', price: '0.0000000001' } }],
    ['without a lot', { precision: { price: '0.1' } }],
    ['without a contract size', { contractSize: undefined }],
  ])('does not list what is %s', (_, over) => {
    expect(describeListing(over)).toBeUndefined()
  })

  it('never throws, whatever the library returns', () => {
    const parts = { id: fc.anything(), baseId: fc.anything(), contractSize: fc.anything() }
    const any = fc.record({ ...parts, precision: fc.record({ amount: fc.anything(), price: fc.anything() }) })
    fc.assert(
      fc.property(any, (over) => void readListing({ ...market, ...over })),
      { examples: [[{ id: '', baseId: [{ toString: '' }], contractSize: '', precision: { amount: '', price: '' } }]] },
    )
    for (const id of ['binanceusdm', 'bybit'] as const) {
      const { priceBand } = getDialect(id).feed
      fc.assert(fc.property(fc.anything(), (info) => void readListing({ ...market, info }, priceBand)))
    }
  })
})

describe('a price band', () => {
  it.each([
    ['1.0500', '0.9500', '1.05', '0.95'],
    ['5', '0.2', '5', '0.2'],
    ['1', '1', '1', '1'],
  ])('is read from %s and %s exactly, to the last digit', (up, down, ceiling, harness) => {
    expect(toPriceBand(up, down)).toEqual({ up: decimal(ceiling), down: decimal(harness) })
  })

  it.each([
    [undefined, '0.95'],
    ['1.05', undefined],
    ['1.05', '0'],
    ['1.05', '-0.95'],
    ['0.95', '1.05'],
    ['0.05', '0.05'],
    ['many', '0.95'],
  ])('is not read from %s and %s', (up, down) => {
    expect(toPriceBand(up, down)).toBeNull()
  })

  it('is derived from the distance from the mark only', () => {
    expect(bandWithin('0.02')).toEqual({ up: decimal('1.02'), down: decimal('0.98') })
    expect([bandWithin('0'), bandWithin('1'), bandWithin('-0.1'), bandWithin(''), bandWithin(null)]).toEqual(
      Array(5).fill(null),
    )
  })

  it('never throws, and always contains the mark price', () => {
    const one = decimal('1')
    const any = fc.oneof(fc.anything(), fc.double({ min: 0, max: 3 }).map(String))
    fc.assert(
      fc.property(any, any, (a, b) => {
        for (const band of [toPriceBand(a, b), bandWithin(a)]) {
          if (!band) continue
          expect([compareDecimals(band.up, one) >= 0, compareDecimals(band.down, one) <= 0]).toEqual([true, true])
        }
      }),
    )
  })
})
