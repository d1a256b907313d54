import { describe, expect, it } from 'vitest'
import { openReplay } from '../../server/adapters/exchanges/replay/index.ts'
import { HOUR_MS } from '../../server/core/instant.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Trade } from '../../server/domain/market/trade-tape.ts'
import type { LocalExchange } from '../../venue/exchange/ports.ts'
import { sharedData } from '../support/shared-data.ts'
import { watchMarket } from '../support/watched-market.ts'
import { openStage } from '../venue-wire/venue-stage.ts'
import { listen, openPost } from './listening-post.ts'
import { createScript, heldBack } from './scripted-stage.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')

/** Instant at which the recording has delivered its order book. */
const BOOK_MS = Date.UTC(2024, 7, 8, 23, 54, 18)

type Touch = readonly (number | undefined)[]

/**
 * Event contents by the exchange's own numbers: the touch of the folded order book after each update, and the trades.
 */
interface ObservedMarket {
  readonly touches: Map<number, Touch>
  readonly trades: Map<string, Trade>
}

const fold = (events: readonly MarketEvent[]): ObservedMarket => {
  const watched = watchMarket()
  const observed: ObservedMarket = { touches: new Map(), trades: new Map() }
  for (const event of events) {
    watched.receive(event)
    if (event.kind === 'trade') observed.trades.set(event.trade.tradeId, event.trade)
    if (event.kind !== 'bookDelta' && event.kind !== 'bookSnapshot') continue
    const { state, sequence, bids, asks } = watched.entry('BTCUSDT').book
    const [bid, ask] = [bids.best(), asks.best()]
    if (state === 'SYNCED') observed.touches.set(sequence, [bid?.price, bid?.quantity, ask?.price, ask?.quantity])
  }
  return observed
}

const replayed = async (file: string): Promise<ObservedMarket> => {
  const options = { path: file, speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 } as const
  const events: MarketEvent[] = []
  const replay = await openReplay(options)
  const sink = { offer: (event: MarketEvent) => events.push(event) > 0, room: () => Promise.resolve() }
  await replay.run(sink, () => undefined, new AbortController().signal)
  return fold(events)
}

const inBoth = <K, V>(some: ReadonlyMap<K, V>, all: ReadonlyMap<K, V>): [K, V][] =>
  [...some].filter(([key]) => all.has(key))

describe.skipIf(path === undefined)('a recorded market, received from the exchange', { timeout: 180_000 }, () => {
  it('has the best bid and ask of the recording at every update, and its trades without a gap', async () => {
    const expected = await replayed(path ?? '')
    const market = { kind: 'replay', path: path ?? '', speed: 'max', loop: false, instrumentsPath: undefined } as const
    const script = createScript(BOOK_MS)
    const { clock } = script
    const between = (exchange: LocalExchange) => ({ ...exchange, source: heldBack(exchange.source, script) })
    const stage = await openStage({ market, clock, between })
    const { client, source } = await openPost({ url: stage.url, clock, numbered: true })
    const listener = listen(source, { timeoutMs: 150_000 })
    await listener.until(() => listener.countEvents('bookSnapshot') > 0)
    script.release(HOUR_MS)
    await listener.until(() => listener.countEvents('bookDelta') > 2_100)
    await listener.stop()
    const observed = fold(listener.events)
    const touches = inBoth(observed.touches, expected.touches)
    expect(touches.length).toBeGreaterThan(2_000)
    expect(touches).toEqual(touches.map(([sequence]) => [sequence, expected.touches.get(sequence)]))
    expect(observed.trades.size).toBeGreaterThan(2_000)
    expect([...observed.trades]).toEqual([...observed.trades.keys()].map((id) => [id, expected.trades.get(id)]))
    const numbers = [...observed.trades.values()].map(({ sequence }) => sequence ?? 0)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect([listener.booksLost, listener.entry('BTCUSDT').book.state]).toEqual([[], 'SYNCED'])
    await client.close()
    await stage.close()
  })
})
