import { beforeAll, describe, expect, it } from 'vitest'
import type { BookData } from '../contract/stream/channel-data.ts'
import type { MarketEvent } from '../server/domain/market/market-event.ts'
import { createAnswerCache } from '../server/views/answer.ts'
import { bookBody, displayedBook } from '../server/views/order-book.ts'
import { orderBookSource } from '../server/ws/channels/order-book-source.ts'
import { recordedEvents } from './microstructure/recorded-events.ts'
import { createBookClient } from './support/book-client.ts'
import { readChannel } from './support/channel-reader.ts'
import { sharedData } from './support/shared-data.ts'
import { watchMarket } from './support/watched-market.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
const where = 'needs ../shared/data beside the repository'

/** Order book updates between two comparisons, as many as arrive within 50 ms on a busy day. */
const READ_EVERY = 7
const COMPARE_EVERY = 100

/** Follows the channel over the recording, and compares its result with the order book. */
const follow = (events: readonly MarketEvent[], depth: number) => {
  const market = watchMarket(events.filter(({ kind }) => kind === 'instrument'))
  const reader = { market: market.market, origin: 'REPLAY', cache: createAnswerCache('run') } as const
  const source = orderBookSource(reader, { symbol: 'BTCUSDT', depth })
  const channel = readChannel<BookData>('market.orderbook.{depth}:{symbol}', source)
  const [subscriber, client] = [channel.reader(), createBookClient()]
  const counts = { updates: 0, compared: 0, snapshot: 0, delta: 0 }

  const receive = (): void => {
    channel.refresh(0)
    const update = subscriber.read()
    client.apply(update)
    if (update) counts[update.type]++
  }
  const compare = (): void => {
    const entry = market.entry('BTCUSDT')
    const { bids, asks, state } = bookBody(entry.instrument, displayedBook(entry, depth))
    expect([client.book, client.state]).toEqual([{ bids, asks }, state])
    counts.compared++
  }

  for (const event of events) {
    market.receive(event)
    if (event.kind !== 'bookDelta') continue
    counts.updates++
    const compares = counts.updates % COMPARE_EVERY === 0
    if (compares || counts.updates % READ_EVERY === 0) receive()
    if (compares) compare()
  }
  return counts
}

describe(`the order book channel of a recording (${where})`, () => {
  let events: readonly MarketEvent[] = []
  beforeAll(async () => {
    if (path) events = await recordedEvents(path)
  })

  it.skipIf(!path).each([5, 50, 200])('matches the best %d levels at every comparison', (depth) => {
    const { updates, compared, snapshot, delta } = follow(events, depth)
    expect([updates > 6_000, compared]).toEqual([true, Math.floor(updates / COMPARE_EVERY)])
    expect([delta > 700, snapshot < 20]).toEqual([true, true])
  })
})
