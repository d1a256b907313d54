import ccxt, { type Exchange } from 'ccxt'
import { createUnlisted } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { type Channel, createChannel } from '../../server/adapters/exchanges/ccxt/market/channel.ts'
import { createEventBuffer } from '../../server/adapters/exchanges/ccxt/market/event-buffer.ts'
import { readListing } from '../../server/adapters/exchanges/ccxt/market/listings.ts'
import { receiveMessage } from '../../server/adapters/exchanges/ccxt/market/receive-message.ts'
import type { Connection, Run } from '../../server/adapters/exchanges/ccxt/market/run.ts'
import { createUnreadable } from '../../server/adapters/exchanges/ccxt/market/unreadable-data.ts'
import { createWatchdog } from '../../server/adapters/exchanges/ccxt/market/watchdog.ts'
import { createTroubles, type Troubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'

const NOW_MS = 1_795_264_200_000

/** Returns an instrument in the library's form. */
const aMarket = (id: ExchangeId) => {
  const inContracts = id === 'okx'
  const native = inContracts ? 'BTC-USDT-SWAP' : 'BTCUSDT'
  return {
    id: native,
    lowercaseId: native.toLowerCase(),
    symbol: 'BTC/USDT:USDT',
    base: 'BTC',
    baseId: 'BTC',
    quote: 'USDT',
    quoteId: 'USDT',
    settle: 'USDT',
    settleId: 'USDT',
    type: 'swap',
    spot: false,
    margin: false,
    swap: true,
    future: false,
    option: false,
    contract: true,
    linear: true,
    inverse: false,
    active: true,
    contractSize: inContracts ? '0.01' : '1',
    precision: { amount: inContracts ? '0.1' : '0.001', price: '0.1' },
    limits: { cost: { min: '5' } },
    info: {},
  }
}

/** Library configured by the adapter, and the events produced from received messages. */
export interface FeedHarness {
  readonly library: Exchange
  readonly run: Run
  readonly connection: Connection
  readonly channel: Channel
  readonly listing: Listing
  readonly troubles: Troubles
  /** All events so far. */
  readonly events: readonly MarketEvent[]
  /** Returns whether the exchange has confirmed the trade subscription. */
  readonly isJoined: () => Promise<boolean>
  /** Returns the events of one message. */
  receive(message: unknown): MarketEvent[]
}

export const openFeedHarness = (id: ExchangeId, { live = true, subscriptions = {} as object } = {}): FeedHarness => {
  const library: Exchange = new ccxt.pro[id]({ newUpdates: true, number: String, options: { defaultType: 'swap' } })
  library.setMarkets([aMarket(id)])
  // Disables everything else, such as requesting an order book again, which needs a network.
  library.spawn = () => Promise.resolve() as never
  const listing = readListing(aMarket(id))
  if (!listing) throw new Error(`the instrument of ${id} cannot be read`)
  const feed = getDialect(id).feed
  feed.prepare(library, 1)
  const channel = createChannel(listing)
  channel.live = live
  const events: MarketEvent[] = []
  const troubles = createTroubles(Date.now, () => {})
  const sink = { offer: (event: MarketEvent) => events.push(event) > 0, room: () => Promise.resolve() }
  const { signal } = new AbortController()
  const unreadable = createUnreadable({ name: id, troubles, monotonic: () => 0 })
  const run: Run = {
    client: { ...aClient(id, library), troubles, unlisted: createUnlisted(getDialect(id).name, troubles) },
    feed,
    numbered: feed.numbered,
    channels: new Map([[listing.instrument.symbol, channel]]),
    buffer: createEventBuffer({ sink, signal, overrun: () => {} }),
    unreadable,
    random: () => 0,
    delay: () => Promise.resolve(),
    monotonic: () => 0,
    since: () => undefined,
    signal,
    connection: undefined,
  }
  const ending = new AbortController()
  const watchdog = createWatchdog({ monotonicMs: 0, wallMs: 0 })
  const byNative = new Map([[listing.native, channel]])
  const connection: Connection = {
    library,
    byNative,
    watchdog,
    ending,
    ended: new Promise((resolve) => ending.signal.addEventListener('abort', () => resolve())),
  }
  run.connection = connection
  const socket = { url: `wss://${id}`, subscriptions, futures: {}, resolve: () => {}, reject: () => {} }
  return {
    library,
    run,
    connection,
    channel,
    listing,
    troubles,
    events,
    isJoined: () => Promise.race([channel.joined.promise.then(() => true), Promise.resolve().then(() => false)]),
    receive(message) {
      const { length } = events
      const handle = (): void => library.handleMessage(socket as never, message)
      receiveMessage(run, connection, { socket, message, handle })
      return events.slice(length)
    },
  }
}

const aClient = (id: ExchangeId, library: Exchange) => ({
  dialect: getDialect(id),
  hasKeys: false,
  rest: library,
  openStreams: () => Promise.reject(new Error('there is no network here')),
  call: () => Promise.resolve({ kind: 'notSent' as const, reason: 'there is no network here' }),
  venueNow: () => NOW_MS,
  setOffset: () => {},
  close: () => Promise.resolve(),
})
