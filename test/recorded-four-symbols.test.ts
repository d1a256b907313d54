import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openReplay, type Replay } from '../server/adapters/exchanges/replay/index.ts'
import { listenTo } from './support/listener.ts'
import { writeRecording } from './support/recording.ts'
import { sharedData } from './support/shared-data.ts'
import { isSound, watchMarket } from './support/watched-market.ts'

const folder = sharedData('binance-usdm-recorded-2021')
const where = 'needs ../shared/data beside the repository'
const SYMBOLS = ['AKROUSDT', 'CTKUSDT', 'KEEPUSDT', 'SUSHIUSDT']

interface Snapshot {
  readonly E: number
}

/** The stream, `<unix seconds>: <JSON>` a line, with the REST snapshots at the place they were answered. */
const converted = (named: boolean): string[] => {
  const lines = gunzipSync(readFileSync(`${folder}/ws_4symbols.txt.gz`))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
  const stream = lines.map((line) => {
    const colon = line.indexOf(': ')
    return { seconds: Number(line.slice(0, colon)), json: line.slice(colon + 2) }
  })
  const snapshots = SYMBOLS.map((symbol) => {
    const json = readFileSync(`${folder}/depth_${symbol}.json`, 'utf8')
    const { E } = JSON.parse(json) as Snapshot
    const data = `{"stream":"${symbol.toLowerCase()}@snapshot","data":${json}}`
    return { seconds: E / 1_000 + 0.2, json: named ? data : json }
  })
  return [...stream, ...snapshots]
    .sort((a, b) => a.seconds - b.seconds)
    .map(({ seconds, json }) => `${Math.round(seconds * 1e6)}000 ${json}`)
}

const readFilters = (symbol: string): { tick: number; lot: number } => {
  const { symbols } = JSON.parse(readFileSync(`${folder}/exchangeInfo.json`, 'utf8')) as {
    symbols: { symbol: string; filters: { filterType: string; tickSize?: string; stepSize?: string }[] }[]
  }
  const filters = symbols.find((entry) => entry.symbol === symbol)?.filters ?? []
  const step = (type: string) => filters.find(({ filterType }) => filterType === type)
  return { tick: Number(step('PRICE_FILTER')?.tickSize), lot: Number(step('LOT_SIZE')?.stepSize) }
}

describe.skipIf(!folder)(`half a minute of four thin markets of 2021 (${where})`, () => {
  let named: string[]

  const open = (path: string, instrumentsPath?: string): Promise<Replay> =>
    openReplay({ path, speed: 'max', loop: false, instrumentsPath, clock: () => 0 })

  beforeAll(() => {
    named = converted(true)
  })

  it('shows the ticks and lots that the exchange lists, or finer ones where older orders still rest', async () => {
    const replay = await open(writeRecording(named, { zipped: true }))
    const actual = replay.instruments.map(({ symbol, price, quantity }) => [
      symbol,
      { tick: Number(price.print(1)), lot: Number(quantity.print(1)) },
    ])
    const listed = Object.fromEntries(SYMBOLS.map((symbol) => [symbol, readFilters(symbol)]))
    expect(Object.fromEntries(actual)).toEqual({ ...listed, CTKUSDT: { tick: 0.00001, lot: 1 } })
  })

  it('plays with the ticks and lots of the exchange itself', async () => {
    const replay = await open(writeRecording(named), `${folder}/exchangeInfo.json`)
    const { market, booksLost } = watchMarket(await listenTo(replay))
    for (const { instrument, book } of market.instruments.values()) {
      expect(Number(instrument.price.print(1))).toBe(readFilters(instrument.symbol).tick)
      expect(instrument.minNotional).toEqual({ units: 5n, scale: 0 })
      expect(book.state).toBe('SYNCED')
    }
    expect(booksLost).toEqual([])
  })

  it('keeps four complete order books that match the quotes at each instant', async () => {
    const watched = watchMarket()
    const compared = new Map<string, number>()
    await listenTo(await open(writeRecording(named)), {
      onEvent: (event) => {
        watched.receive(event)
        for (const [symbol, entry] of watched.market.instruments) {
          const { book, quote } = entry
          expect(isSound(entry)).toBe(true)
          if (quote?.sequence !== book.sequence || book.state !== 'SYNCED') continue
          expect([book.bids.best(), book.asks.best()]).toEqual([quote.bid, quote.ask])
          compared.set(symbol, (compared.get(symbol) ?? 0) + 1)
        }
      },
    })
    expect([...watched.market.instruments.values()].map(({ book }) => book.state)).toEqual(SYMBOLS.map(() => 'SYNCED'))
    expect([watched.booksLost, [...compared.keys()].toSorted()]).toEqual([[], SYMBOLS])
  })

  it('counts the aggregated trades of each', async () => {
    const events = await listenTo(await open(writeRecording(named)))
    const { market } = watchMarket(events)
    const counts = [...market.instruments.values()].map(({ instrument, tape }) => [instrument.symbol, tape.count])
    expect(Object.fromEntries(counts)).toEqual({ AKROUSDT: 8, CTKUSDT: 38, KEEPUSDT: 5, SUSHIUSDT: 40 })
    for (const { candles } of market.instruments.values()) expect(candles.gaps).toHaveLength(1)
  })

  it('finds the symbols of order books that do not name them', async () => {
    const watched = watchMarket(await listenTo(await open(writeRecording(converted(false)))))
    for (const { book } of watched.market.instruments.values()) expect(book.state).toBe('SYNCED')
  })
})
