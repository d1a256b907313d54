import { setTimeout as wait } from 'node:timers/promises'
import { type Client, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { openExchangeVenue } from '../../server/adapters/exchanges/ccxt/execution/index.ts'
import type { Listings } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { loadListings } from '../../server/adapters/exchanges/ccxt/market/index.ts'
import { createTroubles, type Troubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createRandom } from '../../server/core/random.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import type { VenueEvent, VenueRequest } from '../../server/engine/model/venue.ts'
import { type Answers, type Loopback, openLoopback, type SocketHandler } from './loopback.ts'

const RECV_WINDOW_MS = 3_000
/** Time of all events. */
export const NOW_MS = 1_790_000_000_000

/** Adapter connected to an exchange with scripted answers. */
export interface OrdersStage {
  readonly client: Client
  readonly listings: Listings
  readonly loopback: Loopback
  readonly troubles: Troubles
  readonly notes: readonly string[]
  /** All events so far. */
  readonly events: readonly VenueEvent[]
  /** Sends a request and resolves with its answer. */
  send(request: VenueRequest): Promise<VenueEvent>
  submit(id: string, terms: Partial<OrderTerms>): Promise<VenueEvent>
  close(): Promise<void>
}

/** Opens the adapter. With a socket handler it has a stream and real time; otherwise no stream and accelerated time. */
export const openOrdersStage = async (
  id: ExchangeId,
  answers: Answers,
  onMessage?: SocketHandler,
): Promise<OrdersStage> => {
  const loopback = await openLoopback(answers, onMessage)
  const delay = onMessage ? (ms: number) => wait(ms, undefined, { ref: false }) : async () => {}
  const past = { ms: 0 }
  const quick = (): number => {
    past.ms += 250
    return past.ms
  }
  const monotonic = onMessage ? () => performance.now() : quick
  const troubles = createTroubles(
    () => NOW_MS,
    () => {},
  )
  const client = await openClient({
    dialect: getDialect(id),
    url: loopback.url,
    practice: false,
    keys: { apiKey: 'a-key', secret: 'a-secret', password: 'a-phrase' },
    recvWindowMs: RECV_WINDOW_MS,
    clock: () => NOW_MS,
    monotonic,
    delay,
    troubles,
  })
  const listings = loadListings(client, ['BTCUSDT'])
  if (!listings.ok) throw new Error(`not listed: ${listings.error.symbols}`)
  const notes: string[] = []
  const events: VenueEvent[] = []
  const waiting = new Map<string, (event: VenueEvent) => void>()
  const venue = openExchangeVenue({
    client: onMessage ? client : { ...client, openStreams: () => new Promise(() => {}) },
    listings: listings.value,
    leverage: 10,
    takerFeeRate: decimal('0.0005'),
    random: createRandom(1),
    clock: () => NOW_MS,
    monotonic,
    delay,
    note: (words) => void notes.push(words),
  })
  venue.open({
    offer(event) {
      events.push(event)
      waiting.get(requestName(event))?.(event)
      return true
    },
  })
  const send = (request: VenueRequest): Promise<VenueEvent> =>
    new Promise((resolve) => {
      waiting.set(requestName(request), resolve)
      venue.send(request)
    })
  return {
    client,
    listings: listings.value,
    loopback,
    troubles,
    notes,
    events,
    send,
    submit(venueClientId, terms) {
      const complete = { ...A_LIMIT, ...terms }
      const submission = { venueClientId, terms: complete, signedAtMs: NOW_MS, recvWindowMs: RECV_WINDOW_MS }
      return send({ kind: 'submit', submission })
    },
    async close() {
      void venue.close()
      await client.close()
      await loopback.close()
    },
  }
}

/** Returns the name of a request; at most one request of each kind is pending. */
const requestName = ({ kind }: { readonly kind: string }): string => ANSWERS[kind] ?? kind

const ANSWERS: Readonly<Record<string, string>> = {
  submitAnswered: 'submit',
  notSent: 'submit',
  cancelAnswered: 'cancel',
  orderQueried: 'queryOrder',
  accountRead: 'readAccount',
  timeRead: 'readTime',
}

const A_LIMIT: OrderTerms = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(2),
  price: null,
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
}
