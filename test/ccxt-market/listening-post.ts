import { setTimeout as wait } from 'node:timers/promises'
import { type Client, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { createExchangeSource, loadListings } from '../../server/adapters/exchanges/ccxt/market/index.ts'
import { createTroubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import { HOUR_MS, type Instant } from '../../server/core/instant.ts'
import { createRandom } from '../../server/core/random.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Clock, MarketSink, MarketSource, TroubleCode } from '../../server/engine/model/ports.ts'
import { type WatchedMarket, watchMarket } from '../support/watched-market.ts'

export interface PostOptions {
  readonly url: string
  readonly id?: ExchangeId
  readonly symbols?: readonly string[]
  readonly clock?: Clock
  readonly keys?: { readonly apiKey: string; readonly secret: string }
  /** Factor by which the source's pauses run faster than real time. */
  readonly haste?: number
  /** Length of an hour instead of the real one. */
  readonly hourMs?: number
  /** Factor by which the source's monotonic clock runs faster than real time. */
  readonly monotonicHaste?: number
  /** True when trades have the exchange's own numbers. */
  readonly numbered?: boolean
  /** Sends requests without pacing, for exchanges without limits. */
  readonly unpaced?: boolean
}

/** Exchange client on real sockets, with its market source. */
export interface ListeningPost {
  readonly client: Client
  readonly source: MarketSource
  /** Troubles in the order they were raised and cleared. */
  readonly troubles: readonly (readonly [state: 'raised' | 'cleared', code: TroubleCode, detail: string])[]
}

export const openPost = async (options: PostOptions): Promise<ListeningPost> => {
  const { url, id = 'binanceusdm', symbols = ['BTCUSDT'], clock = Date.now, haste = 1, monotonicHaste = 1 } = options
  const troubles: [state: 'raised' | 'cleared', code: TroubleCode, detail: string][] = []
  const client = await openClient({
    dialect: getDialect(id),
    url,
    practice: false,
    keys: options.keys && { ...options.keys, password: null },
    recvWindowMs: 3_000,
    clock,
    monotonic: () => performance.now(),
    delay: (ms) => wait(ms),
    troubles: createTroubles(clock, ({ code, detail }, state) => troubles.push([state, code, detail])),
  })
  if (options.unpaced) unpace(client)
  const listings = loadListings(client, symbols)
  if (!listings.ok) throw new Error(`the stage does not list ${listings.error.symbols.join(', ')}`)
  const source = createExchangeSource({
    client,
    listings: listings.value,
    place: options.numbered ? undefined : url,
    random: createRandom(1),
    delay: async (ms, signal) => {
      await wait(ms === HOUR_MS ? (options.hourMs ?? ms) : ms / haste, undefined, { signal, ref: false })
    },
    monotonic: () => performance.now() * monotonicHaste,
  })
  return { client, source, troubles }
}

const unpace = (client: Client): void => {
  const { openStreams } = client
  client.openStreams = async () => Object.assign(await openStreams(), { enableRateLimit: false })
}

/** Subscriber that receives all events of a source and folds them as the engine does. */
export interface Listener extends WatchedMarket {
  readonly events: readonly MarketEvent[]
  countEvents(kind: MarketEvent['kind']): number
  /** Resolves with the result of `look`, which is evaluated after every event. */
  until<T>(check: () => T | undefined | false): Promise<T>
  stop(): Promise<void>
}

export interface ListenerOptions {
  readonly since?: (symbol: string) => Instant | undefined
  /** Returns whether an event is accepted; true when left out. */
  readonly takes?: () => boolean
  /** Timeout of `until`, shorter than the timeout of the test. */
  readonly timeoutMs?: number
}

export const listen = (source: MarketSource, options: ListenerOptions = {}): Listener => {
  const { since, takes = () => true, timeoutMs = 55_000 } = options
  const watched = watchMarket()
  const events: MarketEvent[] = []
  const counts = new Map<string, number>()
  const checks = new Set<() => void>()
  const stopping = new AbortController()
  const sink: MarketSink = {
    offer(event) {
      if (!takes()) return false
      events.push(event)
      counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1)
      watched.receive(event)
      if (watched.booksLost.length > lost) source.requestBook(watched.booksLost[lost++] ?? '')
      for (const check of checks) check()
      return true
    },
    room: () => wait(5),
  }
  let lost = 0
  const done = source.run(sink, since ?? (() => undefined), stopping.signal)
  return {
    ...watched,
    events,
    countEvents: (kind) => counts.get(kind) ?? 0,
    until: (check) =>
      Promise.race([
        waitFor({ checks, check, timeoutMs }),
        done.then(() => Promise.reject(new Error('the source has ended'))),
      ]),
    async stop() {
      stopping.abort()
      await done
    },
  }
}

interface Condition<T> {
  readonly checks: Set<() => void>
  readonly check: () => T | undefined | false
  readonly timeoutMs: number
}

const waitFor = <T>({ checks, check, timeoutMs }: Condition<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      checks.delete(again)
      reject(new Error('waited in vain'))
    }, timeoutMs)
    const again = (): void => {
      const value = check()
      if (value === undefined || value === false) return
      checks.delete(again)
      clearTimeout(patience)
      resolve(value)
    }
    checks.add(again)
    again()
  })
