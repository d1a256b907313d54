import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listenTo, ofKind } from '../../../../test/support/listener.ts'
import { sharedData } from '../../../../test/support/shared-data.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { watchMarket } from '../../../../test/support/watched-market.ts'
import { clockFrom, openStage, type StageOptions, type VenueStage } from '../../../../test/venue-wire/venue-stage.ts'
import { NO_WIRE_FAULTS } from '../../../../venue/exchange/faults/wire-fault-plan.ts'
import { openReplay } from '../replay/index.ts'
import { resolveAddresses, streamAddress } from './addresses.ts'
import { type RecordOrder, record } from './index.ts'
import { createNanoClock } from './nano-clock.ts'

const recorded = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
/** Time of the recording. */
const RECORDED_MS = Date.UTC(2024, 7, 8, 23, 54, 15)

const SYMBOLS = ['BTCUSDT', 'ETHUSDT']

/** A recording that goes on until it is ended. */
const begin = (stage: VenueStage, over: Partial<RecordOrder> = {}, wall = Date.now) => {
  const path = over.path ?? join(aTempDirectory(), 'market.jsonl')
  const ending = new AbortController()
  const notes: string[] = []
  const ended = record(
    { symbols: SYMBOLS, path, exchangeUrl: stage.url, forMs: undefined, ...over },
    {
      clock: createNanoClock(wall, process.hrtime.bigint),
      monotonic: () => performance.now(),
      random: Math.random,
      signal: ending.signal,
      note: (line) => notes.push(line),
      tick: () => {},
    },
  )
  const text = (): string => (existsSync(path) ? readText(path) : '')
  const until = (is: () => boolean): Promise<void> =>
    vi.waitFor(() => expect(is()).toBe(true), { timeout: 10_000, interval: 50 })
  const end = () => {
    ending.abort()
    return ended
  }
  return { path, notes, text, until, end, ended }
}

const readText = (path: string): string => {
  const bytes = readFileSync(path)
  return bytes.length > 0 && path.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
}

type Wire = Record<string, unknown> & { readonly u: number; readonly s: string }

const messagesIn = (text: string): { readonly stream: string; readonly data: Wire }[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)))

const countOccurrences = (text: string, words: string): number => text.split(words).length - 1

/** Returns whether the newest change of an order book is past that number. */
const reaches = (text: string, symbol: string, id: number): boolean => {
  const newest = text.slice(text.lastIndexOf(`{"stream":"${symbol.toLowerCase()}@depth`))
  return Number(/"u":(\d+)/.exec(newest)?.[1] ?? 0) > id
}

/** The best levels as the played recording has them when its book is at that change. */
const bookAt = async (path: string, wanted: ReadonlyMap<string, number>) => {
  const replay = await openReplay({ path, speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 })
  const watched = watchMarket()
  const books = new Map<string, string[]>()
  const events = await listenTo(replay, {
    onEvent(event) {
      watched.receive(event)
      for (const [symbol, id] of wanted) {
        const entry = watched.market.instruments.get(symbol)
        if (entry?.book.state !== 'SYNCED' || entry.book.sequence !== id) continue
        const { price, quantity } = entry.instrument
        const levels = [...entry.book.bids.top(50), ...entry.book.asks.top(50)]
        books.set(
          symbol,
          levels.map((level) => `${Number(price.print(level.price))} × ${Number(quantity.print(level.quantity))}`),
        )
      }
    },
  })
  return { books, events, watched }
}

const formatLevels = ({ bids, asks }: { bids: [string, string][]; asks: [string, string][] }): string[] =>
  [...bids.slice(0, 50), ...asks.slice(0, 50)].map(([price, quantity]) => `${Number(price)} × ${Number(quantity)}`)

/** Returns the exchange's present order books, and those that recordings produce when replayed. */
const compare = async (stage: VenueStage, symbols: readonly string[], recordings: readonly Begun[]) => {
  const depthBySymbol = new Map<string, { lastUpdateId: number; bids: [string, string][]; asks: [string, string][] }>()
  for (const symbol of symbols) {
    depthBySymbol.set(symbol, (await stage.get('/fapi/v1/depth', { symbol, limit: 1_000 })).body)
  }
  const ids = new Map([...depthBySymbol].map(([symbol, { lastUpdateId }]) => [symbol, lastUpdateId]))
  return Promise.all(
    recordings.map(async ({ until, text, end, path }) => {
      await until(() => symbols.every((symbol) => reaches(text(), symbol, ids.get(symbol) ?? 0)))
      const recorded = await end()
      const played = await bookAt(path, ids)
      for (const [symbol, book] of depthBySymbol) expect(played.books.get(symbol)).toEqual(formatLevels(book))
      return { ...played, recorded, messages: messagesIn(text()), size: readFileSync(path).length }
    }),
  )
}

type Begun = ReturnType<typeof begin>

const onStage = async (options: StageOptions, work: (stage: VenueStage) => Promise<void>): Promise<void> => {
  const stage = await openStage(options)
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

/** Returns a port with a listener that has just closed. */
const nobody = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(`http://127.0.0.1:${port}`))
    })
  })

const CHANNELS = ['depth@0ms', 'bookTicker', 'trade', 'aggTrade', 'markPrice@1s', 'snapshot']
const STREAMS = SYMBOLS.flatMap((symbol) => CHANNELS.map((channel) => `${symbol.toLowerCase()}@${channel}`))

describe('a recording of an exchange', () => {
  let stage: VenueStage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())

  it('plays with exactly the order books of the exchange, gzipped and plain', async () => {
    const directory = aTempDirectory()
    const recordings = ['plain.jsonl', 'zipped.gz'].map((name) => begin(stage, { path: join(directory, name) }))
    for (const { until, text } of recordings) await until(() => STREAMS.every((stream) => text().includes(stream)))
    for (const { recorded, messages, watched, events, size } of await compare(stage, SYMBOLS, recordings)) {
      expect(recorded).toMatchObject({ symbols: SYMBOLS, gaps: 0, bytes: size })
      expect(recorded.messages + recorded.snapshots).toBe(messages.length)
      expect(watched.booksLost).toEqual([])
      expect(new Set(ofKind(events, 'trade').map(({ trade }) => trade.symbol))).toEqual(new Set(SYMBOLS))
    }
    expect(recordings.flatMap(({ notes }) => notes)).toEqual([])
  })

  it('also subscribes to liquidations, of which the exchange may have none', () => {
    const address = streamAddress(resolveAddresses('http://localhost:1'), 'market', ['BTCUSDT'])
    expect(address).toBe(
      'ws://localhost:1/market/stream?streams=btcusdt@aggTrade/btcusdt@markPrice@1s/btcusdt@forceOrder',
    )
  })

  it('ends on its own when its time is over', async () => {
    const { text, ended } = begin(stage, { forMs: 500 })
    const { durationMs, messages } = await ended
    expect(durationMs).toBeGreaterThanOrEqual(500)
    expect(messagesIn(text()).length).toBeGreaterThanOrEqual(messages)
  })

  it('is rejected before anything is written when the exchange does not trade a symbol, or a file exists', async () => {
    const unknown = begin(stage, { symbols: ['BTCUSDT', 'NOSUCHUSDT', 'NORUSDT'] })
    await expect(unknown.ended).rejects.toThrow(`NOSUCHUSDT, NORUSDT is not a USDT perpetual of ${stage.url}.`)
    expect(existsSync(unknown.path)).toBe(false)
    const path = join(aTempDirectory(), 'mine.jsonl')
    writeFileSync(path, 'mine')
    await expect(begin(stage, { path }).ended).rejects.toThrow(`${path} already exists.`)
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  it('is rejected when there is no server', async () => {
    const { ended, path } = begin({ ...stage, url: await nobody() })
    await expect(ended).rejects.toThrow(/does not respond \(.*ECONNREFUSED.*--exchange-url/)
    expect(existsSync(path)).toBe(false)
  })

  it.skipIf(recorded === undefined)('equals the recording when the exchange plays one', async () => {
    const market = { kind: 'replay', path: recorded ?? '', speed: 20, loop: false, instrumentsPath: undefined } as const
    await onStage({ market }, async (stage) => {
      const recording = begin(stage, { symbols: ['BTCUSDT'] }, clockFrom(RECORDED_MS))
      await recording.until(() => countOccurrences(recording.text(), '@depth') > 100)
      const [played] = await compare(stage, ['BTCUSDT'], [recording])
      expect(played?.watched.booksLost).toEqual([])
    })
  })

  it('continues from a new snapshot when connections are lost, and reports it', async () => {
    await onStage({ faults: { ...NO_WIRE_FAULTS, connectionMs: 700 } }, async (stage) => {
      const recording = begin(stage)
      await recording.until(() => recording.notes.filter((note) => note.endsWith('is connected again.')).length >= 2)
      const snapshots = () => countOccurrences(recording.text(), '@snapshot')
      await recording.until(() => snapshots() >= 2 * SYMBOLS.length)
      await recording.end()
      expect(recording.notes[0]).toMatch(
        /^The (public|market) stream is lost \(closed by the exchange, code 1001\); trying again in 0\.\d s\.$/,
      )
      const { watched } = await bookAt(recording.path, new Map())
      expect(watched.booksLost.length).toBeGreaterThan(0)
    })
  })

  it('takes a new snapshot when order book changes were lost in transit', async () => {
    await onStage({ faults: { ...NO_WIRE_FAULTS, seed: 1, streamDropped: 0.1 } }, async (stage) => {
      const recording = begin(stage)
      await recording.until(() => recording.notes.length > 0)
      const { gaps } = await recording.end()
      expect(gaps).toBeGreaterThan(0)
      expect(recording.notes[0]).toMatch(/^The changes of \w+ have a gap; a new snapshot is taken\.$/)
    })
  })
})
