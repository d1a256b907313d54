import { describe, expect, it } from 'vitest'
import { writeRecording } from '../../../../test/support/recording.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { printDecimal } from '../../../core/decimal.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { readInstruments } from './instruments-file.ts'

const FORM = 'Write [{"symbol": "BTCUSDT", "tickSize": "0.1", "lotSize": "0.001"}].'
const BTC = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001' }

const createFile = (json: unknown): string => writeRecording(JSON.stringify(json))

const read = async (json: unknown) =>
  (await readInstruments(createFile(json))).map(({ symbol, price, quantity, minNotional, maxLeverage }) => ({
    symbol,
    tick: price.print(1),
    lot: quantity.print(1),
    minNotional: minNotional && printDecimal(minNotional),
    maxLeverage,
  }))

describe('readInstruments', () => {
  it('reads a list, with omitted fields as unknown', async () => {
    expect(
      await read([BTC, { ...BTC, symbol: 'ETHUSDT', tickSize: '0.010', minNotional: '20', maxLeverage: 75 }]),
    ).toEqual([
      { symbol: 'BTCUSDT', tick: '0.1', lot: '0.001', minNotional: null, maxLeverage: null },
      { symbol: 'ETHUSDT', tick: '0.01', lot: '0.001', minNotional: '20', maxLeverage: 75 },
    ])
    expect(await read([{ ...BTC, minNotional: null, maxLeverage: null }])).toHaveLength(1)
    expect(await read([{ ...BTC, minNotional: 5 }])).toMatchObject([{ minNotional: '5' }])
  })

  it("reads Binance's exchangeInfo and ignores anything but USDT perpetuals", async () => {
    const filters = [
      { filterType: 'PRICE_FILTER', minPrice: '556.80', tickSize: '0.10' },
      { filterType: 'LOT_SIZE', stepSize: '0.001' },
      { filterType: 'MIN_NOTIONAL', notional: '100' },
    ]
    const symbols = [
      { symbol: 'BTCUSDT', filters },
      { symbol: 'BTCUSDT_240927', filters },
      { symbol: 'BTCUSDC', filters: 'none' },
    ]
    expect(await read({ timezone: 'UTC', symbols })).toEqual([
      { symbol: 'BTCUSDT', tick: '0.1', lot: '0.001', minNotional: '100', maxLeverage: null },
    ])
  })

  it('ignores entries that are no instruments', async () => {
    expect(await read([null, 7, 'BTCUSDT', {}, { symbol: { toString: 1 } }, BTC])).toHaveLength(1)
    expect(await read({ symbols: [null, 7, { symbol: 5 }] })).toEqual([])
  })

  it.each([{}, { symbols: 7 }, null, 7, 'text'])('rejects a file that contains %j', async (json) => {
    const path = createFile(json)
    await expect(readInstruments(path)).rejects.toThrow(
      new MarketSourceError(`${path} is neither a list of instruments nor an exchangeInfo response. ${FORM}`),
    )
  })

  it.each([
    ['no tick', { tickSize: undefined }],
    ['a number for a tick', { tickSize: 0.1 }],
    ['a tick of nothing', { tickSize: '0.0' }],
    ['a negative lot', { lotSize: '-1' }],
    ['a tick finer than prices times quantities can be written', { tickSize: '0.0000000001' }],
    ['a lot past counting', { lotSize: '99999999999999999999' }],
    ['no filters', { tickSize: null, lotSize: null }],
  ])('rejects an instrument with %s', async (_, over) => {
    const path = createFile([{ ...BTC, ...over }])
    await expect(readInstruments(path)).rejects.toThrow(
      new MarketSourceError(`${path}: BTCUSDT needs a positive decimal text as tickSize and lotSize. ${FORM}`),
    )
  })

  it.each(['five', '1e1', [], {}, true])('rejects %j as a minimum', async (minNotional) => {
    const path = createFile([{ ...BTC, minNotional }])
    await expect(readInstruments(path)).rejects.toThrow(
      new MarketSourceError(`${path}: the minNotional of BTCUSDT is not a decimal. Write it as "5" or omit it.`),
    )
  })

  it('returns the cause and the remedy when a file cannot be read', async () => {
    const missing = `${aTempDirectory()}/none.json`
    await expect(readInstruments(missing)).rejects.toThrow(
      /^The instruments of .*none\.json cannot be read \(ENOENT.*\)\. Write /,
    )
    await expect(readInstruments(writeRecording('[{'))).rejects.toThrow(
      /^The instruments of .* cannot be read \(.*JSON.*\)\. Write /,
    )
    await expect(readInstruments(aTempDirectory())).rejects.toThrow(/cannot be read \(EISDIR/)
  })
})
