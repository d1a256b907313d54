import { setTimeout } from 'node:timers/promises'
import { type Client, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { openExchangeVenue } from '../../server/adapters/exchanges/ccxt/execution/index.ts'
import type { Listing, Listings } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { createTroubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createGrid } from '../../server/core/grid.ts'
import { createRandom } from '../../server/core/random.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import { createInstrument, lots } from '../../server/domain/market/instrument.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import type { AccountSnapshot } from '../../server/domain/order/venue-report.ts'
import type { ExecutionVenue, KnownOrder, TroubleCode, VenueSink } from '../../server/engine/model/ports.ts'
import type { SubmitOutcome, VenueEvent, VenueRequest } from '../../server/engine/model/venue.ts'

export interface TradingClientOptions {
  readonly id?: ExchangeId
  readonly url: string
  readonly keys?: { readonly apiKey: string; readonly secret: string }
  readonly symbols?: readonly string[]
  /** Replaces the listings of the exchange. */
  readonly listings?: (client: Client) => Listings
  readonly clock?: () => number
  /** Factor by which the adapter's time runs faster than real time. */
  readonly haste?: number
  /** Additional subscriber to all events. */
  readonly onEvent?: (event: VenueEvent) => void
  /** Return value of the sink; true when left out. */
  readonly takes?: () => boolean
  /** Orders that the adapter knows from the start. */
  readonly known?: readonly KnownOrder[]
}

type OfKind<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>
type Answer<Kind extends VenueEvent['kind']> = Promise<OfKind<Kind>>

/** Adapter against an exchange on real sockets, with a client that queries it and records its events. */
export interface TradingClient {
  readonly client: Client
  readonly listings: Listings
  readonly venue: ExecutionVenue
  readonly events: readonly VenueEvent[]
  readonly notes: readonly string[]
  /** Sent requests, oldest first. */
  readonly wire: readonly Sent[]
  /** Troubles in the order they were raised and cleared. */
  readonly troubles: readonly (readonly [state: 'raised' | 'cleared', code: TroubleCode, detail: string])[]
  of<Kind extends VenueEvent['kind']>(kind: Kind): OfKind<Kind>[]
  until<T>(check: () => T | undefined | false): Promise<T>
  connected(): Promise<void>
  submit(terms: Partial<OrderTerms>, id: string, more?: Partial<Submitted>): Promise<SubmitOutcome | 'notSent'>
  requestEvent<Kind extends VenueEvent['kind']>(request: VenueRequest, kind: Kind): Answer<Kind>
  account(sinceMs?: number): Promise<AccountSnapshot | null>
  query(id: string, symbol?: string): Promise<OfKind<'orderQueried'>['outcome']>
  cancel(id: string): Promise<OfKind<'cancelAnswered'>['outcome']>
  close(): Promise<void>
}

interface Sent {
  readonly method: string
  readonly path: string
  /** Parameters of the query string or the form. */
  readonly params: Readonly<Record<string, string>>
  /** JSON body of the request; undefined for any other body. */
  readonly body: unknown
  /** Number of requests in flight when it was sent, including itself. */
  readonly atOnce: number
}

interface Submitted {
  readonly signedAtMs: number
  readonly recvWindowMs: number
  readonly getBlocker: () => string | undefined
}

const RECV_WINDOW_MS = 3_000
const PATIENCE_MS = 40_000

export const openTradingClient = async (options: TradingClientOptions): Promise<TradingClient> => {
  const { id = 'binanceusdm', url, symbols = ['BTCUSDT'], clock = Date.now, haste = 1 } = options
  const { takes = () => true, onEvent = () => {}, keys = { apiKey: 'k'.repeat(64), secret: 's'.repeat(64) } } = options
  const troubleEvents: TradingClient['troubles'][number][] = []
  const troubles = createTroubles(clock, ({ code, detail }, state) => void troubleEvents.push([state, code, detail]))
  const monotonic = (): number => performance.now() * haste
  const delay = async (ms: number): Promise<void> => void (await setTimeout(ms / haste))
  const client = await openClient({
    dialect: getDialect(id),
    url,
    practice: false,
    keys: { ...keys, password: null },
    recvWindowMs: RECV_WINDOW_MS,
    clock,
    monotonic,
    delay,
    troubles,
  })
  const wire = tapWire(client)
  const listings =
    options.listings?.(client) ?? new Map(symbols.map((symbol) => [symbol, buildListing(client, symbol)]))
  const events: VenueEvent[] = []
  const notes: string[] = []
  const venue = openExchangeVenue({
    client,
    listings,
    leverage: 20,
    takerFeeRate: decimal('0.0005'),
    random: createRandom(1),
    clock,
    monotonic,
    delay,
    note: (words) => void notes.push(words),
  })
  const sink: VenueSink = {
    offer(event) {
      if (!takes()) return false
      events.push(event)
      onEvent(event)
      return true
    },
  }
  venue.open(sink, options.known)
  let queries = 0
  const until = async <T>(check: () => T | undefined | false): Promise<T> => {
    for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await setTimeout(5)) {
      const result = check()
      if (result !== undefined && result !== false) return result
    }
    throw new Error('what was waited for did not come')
  }
  const of = <Kind extends VenueEvent['kind']>(kind: Kind) =>
    events.filter((event): event is OfKind<Kind> => event.kind === kind)
  const requestEvent = async <Kind extends VenueEvent['kind']>(request: VenueRequest, kind: Kind): Answer<Kind> => {
    const before = of(kind).length
    venue.send(request)
    return until(() => of(kind)[before])
  }
  return {
    client,
    listings,
    venue,
    events,
    notes,
    wire,
    troubles: troubleEvents,
    of,
    until,
    connected: async () => void (await until(() => of('stream').at(-1)?.state === 'connected')),
    async submit(terms, venueClientId, { signedAtMs = clock(), recvWindowMs = RECV_WINDOW_MS, getBlocker } = {}) {
      const complete = { ...A_LIMIT, ...terms }
      venue.send(
        { kind: 'submit', submission: { venueClientId, terms: complete, signedAtMs, recvWindowMs } },
        getBlocker,
      )
      return until(() => {
        const event = events.findLast(
          (one) => (one.kind === 'submitAnswered' || one.kind === 'notSent') && one.venueClientId === venueClientId,
        )
        if (event?.kind === 'submitAnswered') return event.outcome
        return event && ('notSent' as const)
      })
    },
    requestEvent,
    account: async (sinceMs = clock() - 3_600_000) =>
      (await requestEvent({ kind: 'readAccount', sinceMs, queryId: ++queries }, 'accountRead')).snapshot,
    query: async (venueClientId, symbol = 'BTCUSDT') =>
      (await requestEvent({ kind: 'queryOrder', symbol, venueClientId, queryId: ++queries }, 'orderQueried')).outcome,
    cancel: async (venueClientId) =>
      (await requestEvent({ kind: 'cancel', symbol: 'BTCUSDT', venueClientId }, 'cancelAnswered')).outcome,
    async close() {
      void venue.close()
      await client.close()
    },
  }
}

const tapWire = (client: Client): Sent[] => {
  const wire: Sent[] = []
  let atOnce = 0
  const send = client.rest.fetchImplementation
  client.rest.fetchImplementation = async (address: string, init: { method: string; body?: string }) => {
    const { pathname, search } = new URL(address)
    const params = Object.fromEntries(new URLSearchParams(init.body ?? search))
    const body = init.body?.startsWith('{') ? JSON.parse(init.body) : undefined
    wire.push({ method: init.method, path: pathname, params, body, atOnce: ++atOnce })
    try {
      return await send(address, init)
    } finally {
      atOnce--
    }
  }
  return wire
}

const A_LIMIT: OrderTerms = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(10),
  price: null,
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
}

export const buildListing = (client: Client, symbol: string): Listing => {
  const unified = `${symbol.slice(0, -4)}/USDT:USDT`
  const { id, precision } = client.rest.market(unified)
  const instrument = createInstrument({
    symbol,
    tickSize: String(precision.price),
    lotSize: String(precision.amount),
    minNotional: null,
    maxLeverage: null,
  })
  return {
    instrument,
    unified,
    native: String(id),
    amounts: createGrid(String(precision.amount)),
    contractSize: decimal('1'),
  }
}
