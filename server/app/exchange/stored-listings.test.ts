import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import type { Listing } from '../../adapters/exchanges/ccxt/listing.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { decimal } from '../../core/decimal.ts'
import { createGrid } from '../../core/grid.ts'
import { bracketsFrom } from '../../domain/margin/brackets.ts'
import { createInstrument, toFilters } from '../../domain/market/instrument.ts'
import { openListingsFile, type StoredListings } from './stored-listings.ts'

const aMarket = (overrides: Partial<ExchangeConfig> = {}): ExchangeConfig => ({
  kind: 'exchange',
  id: 'okx',
  symbols: ['BTCUSDT'],
  url: undefined,
  execution: 'live',
  passphrasePath: undefined,
  ...overrides,
})

const aListing = (symbol: string): Listing => ({
  instrument: createInstrument({
    symbol,
    tickSize: '0.1',
    lotSize: '0.0001',
    minNotional: decimal('5'),
    maxLeverage: 100,
    priceBand: { up: decimal('1.05'), down: decimal('0.95') },
  }),
  unified: `${symbol}:USDT`,
  native: `${symbol}-SWAP`,
  amounts: createGrid('0.01'),
  contractSize: decimal('0.01'),
})

const BRACKETS = bracketsFrom([
  { floor: '0', rate: '0.004' },
  { floor: '50000', rate: '0.005' },
])

const SOME: StoredListings = {
  readAtMs: Date.UTC(2026, 10, 30, 3),
  listings: new Map(['BTCUSDT', 'ETHUSDT'].map((symbol) => [symbol, aListing(symbol)])),
  brackets: new Map([['BTCUSDT', BRACKETS]]),
}

const open = () => {
  const dataDir = aTempDirectory()
  const directory = join(dataDir, 'okx-live')
  mkdirSync(directory)
  const remarks: string[] = []
  return {
    directory,
    remarks,
    file: (market: Partial<ExchangeConfig> = {}) =>
      openListingsFile(dataDir, aMarket(market), (words) => remarks.push(words)),
  }
}

describe('the file of stored listings', () => {
  it('returns the listings of the configured symbols as they were written', async () => {
    const { directory, remarks, file } = open()
    expect(file().read()).toBeUndefined()
    await file().write(SOME)
    const read = file().read()
    const listing = read?.listings.get('BTCUSDT')
    expect([...(read?.listings.keys() ?? [])]).toEqual(['BTCUSDT'])
    expect(read).toMatchObject({ readAtMs: SOME.readAtMs, brackets: new Map([['BTCUSDT', BRACKETS]]) })
    const expected = aListing('BTCUSDT')
    expect(listing && { ...listing, instrument: toFilters(listing.instrument), amounts: listing.amounts.step }).toEqual(
      {
        ...expected,
        instrument: toFilters(expected.instrument),
        amounts: expected.amounts.step,
      },
    )
    expect([readdirSync(directory), remarks]).toEqual([['listings.json'], []])
  })

  it('has no brackets of a symbol for which the exchange has returned none', async () => {
    const { file } = open()
    await file().write(SOME)
    expect(file({ symbols: ['ETHUSDT'] }).read()).toMatchObject({ brackets: new Map() })
  })

  it.each([
    ['another address', { url: 'http://127.0.0.1:8781' }],
    ['symbols that it does not have', { symbols: ['BTCUSDT', 'SOLUSDT'] }],
  ])('returns nothing for %s', async (_, market) => {
    const { file } = open()
    await file().write(SOME)
    expect(file(market).read()).toBeUndefined()
  })

  it.each(['', '{"format":1', '{"format":1,"url":null,"readAtMs":1,"symbols":[{"symbol":"BTCUSDT"}]}', 'null'])(
    'is reported and ignored when it is damaged: %s',
    (text) => {
      const { directory, remarks, file } = open()
      writeFileSync(join(directory, 'listings.json'), text)
      expect(file().read()).toBeUndefined()
      expect(remarks).toEqual([expect.stringContaining('listings.json cannot be read and is not used')])
    },
  )

  it('contains the last of several writes', async () => {
    const { file } = open()
    const one = file()
    await Promise.all([1, 2, 3].map((readAtMs) => one.write({ ...SOME, readAtMs })))
    expect(one.read()?.readAtMs).toBe(3)
  })
})
