import type { Exchange } from 'ccxt'
import { type Client, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import type { Listings } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { type Channel, createChannel, resetChannel } from '../../server/adapters/exchanges/ccxt/market/channel.ts'
import { createEventBuffer } from '../../server/adapters/exchanges/ccxt/market/event-buffer.ts'
import { createFigures } from '../../server/adapters/exchanges/ccxt/market/figures.ts'
import { loadListings } from '../../server/adapters/exchanges/ccxt/market/index.ts'
import { publishPastFunding } from '../../server/adapters/exchanges/ccxt/market/past-funding.ts'
import { handleBook, receiveMessage } from '../../server/adapters/exchanges/ccxt/market/receive-message.ts'
import type { Connection, Run } from '../../server/adapters/exchanges/ccxt/market/run.ts'
import { createUnreadable, type Unreadable } from '../../server/adapters/exchanges/ccxt/market/unreadable-data.ts'
import { createWatchdog } from '../../server/adapters/exchanges/ccxt/market/watchdog.ts'
import { createTroubles, type Troubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import { createRandom } from '../../server/core/random.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Depth } from './binance-bodies.ts'
import { type Answers, type Loopback, openLoopback } from './loopback.ts'

/** Receipt time of all messages here. */
export const RECEIVED_AT_MS = 1_790_000_000_000

/**
 * Library with the project's readers behind it, with the streams live and no socket: messages are passed in as if
 * received.
 */
export interface RecordedListener {
  readonly client: Client
  readonly listings: Listings
  readonly streams: Exchange
  readonly troubles: Troubles
  readonly unreadable: Unreadable
  readonly loopback: Loopback
  /** Returns the events caused by a message. */
  receive(message: unknown): MarketEvent[]
  /**
   * Begins an order book like the library does when no message contains a snapshot: buffers messages, then requests the
   * order book.
   */
  keepBook(symbol: string): { join(): Promise<MarketEvent[]> }
  /** Passes an order book to the library as a response. */
  giveBook(symbol: string, depth: Depth): MarketEvent[]
  /** Publishes the past funding of an instrument, like the opening of its stream. */
  publishFunding(symbol: string): Promise<MarketEvent[]>
  /** Forgets all messages received. */
  reset(): void
  close(): Promise<void>
}

export interface ListenerOptions {
  readonly answers: Answers
  readonly symbols: readonly string[]
}

export const openListener = async (
  id: ExchangeId,
  { answers, symbols }: ListenerOptions,
): Promise<RecordedListener> => {
  const loopback: Loopback = await openLoopback(answers)
  const troubles = createTroubles(
    () => RECEIVED_AT_MS,
    () => {},
  )
  const past = { ms: 0 }
  const monotonic = () => past.ms
  const delay = async (ms: number) => {
    past.ms += ms
  }
  const client = await openClient({
    dialect: getDialect(id),
    url: loopback.url,
    practice: false,
    keys: undefined,
    recvWindowMs: 3_000,
    clock: () => RECEIVED_AT_MS,
    monotonic,
    delay,
    troubles,
  })
  const listings = loadListings(client, symbols)
  if (!listings.ok) throw new Error(`not listed: ${listings.error.symbols}`)
  const streams = await client.openStreams()
  const events: MarketEvent[] = []
  const run = createRun({ client, listings: listings.value, events })
  const channels = [...run.channels.values()]
  const connection: Connection = {
    library: streams,
    byNative: new Map(channels.map((channel) => [channel.listing.native, channel])),
    watchdog: createWatchdog({ monotonicMs: 0, wallMs: RECEIVED_AT_MS }),
    ending: new AbortController(),
    ended: new Promise(() => {}),
  }
  run.feed.prepare(streams, channels.length)
  const socket = streams.client(`${loopback.url.replace('http', 'ws')}/private/ws/0`)
  return {
    client,
    listings: listings.value,
    streams,
    troubles,
    unreadable: run.unreadable,
    loopback,
    receive(message) {
      receiveMessage(run, connection, { socket, message, handle: () => streams.handleMessage(socket, message) })
      return events.splice(0)
    },
    giveBook(symbol, depth) {
      const channel = getChannel(run, symbol)
      const { unified } = channel.listing
      const book = streams.orderBook({}, BOOK_DEPTH)
      book.reset({ ...streams.parseOrderBook(depth, unified, depth.T), nonce: depth.lastUpdateId })
      streams.orderbooks[unified] = book as never
      handleBook(run, channel, streams)
      return events.splice(0)
    },
    async publishFunding(symbol) {
      await publishPastFunding(run, getChannel(run, symbol), run.signal)
      return events.splice(0)
    },
    keepBook(symbol) {
      const channel = getChannel(run, symbol)
      const { unified } = channel.listing
      const library = streams as Exchange & BookKeeper
      library.orderbooks[unified] = streams.orderBook({}, BOOK_DEPTH)
      const subscription = { symbol: unified, limit: BOOK_DEPTH, params: {}, type: 'future', messageHash: 'a book' }
      return {
        async join() {
          await library.fetchOrderBookSnapshot(socket, {}, subscription)
          handleBook(run, channel, streams)
          return events.splice(0)
        },
      }
    },
    reset() {
      for (const channel of channels) {
        resetChannel(channel)
        Object.assign(channel, { live: true, publishedMs: 0, figures: createFigures() })
      }
      Object.assign(streams, { trades: {}, orderbooks: {}, tickers: {}, bidsasks: {} })
    },
    async close() {
      await streams.close()
      await client.close()
      await loopback.close()
    },
  }
}

const BOOK_DEPTH = 1_000

/** Internal method of the library that begins an order book, missing in its types. */
interface BookKeeper {
  fetchOrderBookSnapshot(socket: unknown, message: unknown, subscription: unknown): Promise<void>
}

const getChannel = ({ channels }: Run, symbol: string): Channel => {
  const channel = channels.get(symbol)
  if (!channel) throw new Error(`${symbol} is not listened to`)
  return channel
}

interface Parts {
  readonly client: Client
  readonly listings: Listings
  readonly events: MarketEvent[]
}

const createRun = ({ client, listings, events }: Parts): Run => {
  const { dialect, troubles } = client
  const { signal } = new AbortController()
  const monotonic = () => 0
  const sink = { offer: (event: MarketEvent) => events.push(event) > 0, room: () => Promise.resolve() }
  const channels = [...listings].map(([symbol, listing]) => {
    const channel = Object.assign(createChannel(listing), { announced: true, live: true })
    return [symbol, channel] as const
  })
  return {
    client,
    feed: dialect.feed,
    numbered: dialect.feed.numbered,
    channels: new Map(channels),
    buffer: createEventBuffer({ sink, signal, overrun: () => {} }),
    unreadable: createUnreadable({ name: dialect.name, troubles, monotonic }),
    random: createRandom(1),
    delay: async () => {},
    monotonic,
    since: () => undefined,
    signal,
    connection: undefined,
  }
}
