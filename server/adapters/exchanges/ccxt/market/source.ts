import { SECOND_MS } from '../../../../core/instant.ts'
import type { Random } from '../../../../core/random.ts'
import { whenAborted } from '../../../../core/when-aborted.ts'
import type { MarketSource } from '../../../../engine/model/ports.ts'
import type { Client } from '../client.ts'
import type { Listings } from '../listing.ts'
import { republishBook } from './book-events.ts'
import { createChannel } from './channel.ts'
import { endConnection, openConnection } from './connection.ts'
import { createEventBuffer, flush } from './event-buffer.ts'
import { keepBooks, openChannels, subscribeAll } from './open-channels.ts'
import { runPolls } from './polls.ts'
import { handleBook } from './receive-message.ts'
import { keepListings } from './relist.ts'
import { repairCandles } from './repairs.ts'
import { type Connection, listedChannels, pause, type Run } from './run.ts'
import { clearQuietUnreadable, createUnreadable } from './unreadable-data.ts'
import { checkConnections } from './watchdog.ts'

/**
 * Creates the market data source of an exchange through CCXT. It reconnects when streams are lost, publishes history
 * before live events, repairs incomplete minutes, and follows changes of the listings.
 */
export const createExchangeSource = (parts: SourceParts): MarketSource => {
  const { client, listings, place } = parts
  let running: Run | undefined
  return {
    origin: 'EXCHANGE_WS',
    market: place === undefined ? client.dialect.id : `${client.dialect.id} at ${place}`,
    resumes: true,
    get instruments() {
      return [...listings.values()].map(({ instrument }) => instrument)
    },
    async run(sink, since, signal) {
      if (signal.aborted) return
      const stopping = new AbortController()
      const run = createRun(parts, { sink, since, signal: AbortSignal.any([signal, stopping.signal]) })
      running = run
      try {
        await Promise.race([listen(run), run.buffer.broken.promise, whenAborted(run.signal)])
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        stopping.abort()
        running = undefined
      }
    },
    requestBook: (symbol) => running && republish(running, symbol),
  }
}

export interface SourceParts {
  readonly client: Client
  readonly listings: Listings
  /** URL of another endpoint of the exchange; undefined for its own. */
  readonly place?: string | undefined
  readonly random: Random
  /** Rejects or resolves immediately when `signal` is aborted. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Called with all listings of the exchange whenever they were read again. */
  readonly onListings?: (listings: Listings) => void
}

const RETRY_MS = 250
const RETRY_MAX_MS = 10 * SECOND_MS
/** Time after which a connection counts as successful. */
const HELD_MS = 30 * SECOND_MS
const CHECK_EVERY_MS = SECOND_MS

type RunParts = { readonly sink: Parameters<MarketSource['run']>[0] } & Pick<Run, 'since' | 'signal'>

const createRun = (parts: SourceParts, { sink, since, signal }: RunParts): Run => {
  const { client, listings, place, random, delay, monotonic, onListings } = parts
  const feed = client.dialect.feed
  const run: Run = {
    client,
    feed,
    // Another endpoint may use the exchange's wire format with its own sequence numbers.
    numbered: feed.numbered && place === undefined,
    channels: new Map([...listings].map(([symbol, listing]) => [symbol, createChannel(listing)])),
    buffer: createEventBuffer({ sink, signal, overrun: () => endPresent(run, 'the engine is too far behind') }),
    unreadable: createUnreadable({ name: client.dialect.name, troubles: client.troubles, monotonic }),
    random,
    delay,
    monotonic,
    since,
    signal,
    connection: undefined,
    ...(onListings && { onListings }),
  }
  return run
}

const endPresent = (run: Run, reason: string): void => {
  if (run.connection) endConnection(run, run.connection, reason)
}

const republish = (run: Run, symbol: string): void => {
  const channel = run.channels.get(symbol)
  const { connection } = run
  if (!channel || !connection) return
  const { library } = connection
  republishBook(channel)
  handleBook(run, channel, library)
}

const listen = async (run: Run): Promise<void> => {
  run.signal.addEventListener('abort', () => endPresent(run, 'the source was stopped'))
  await Promise.all([keepConnected(run), repairCandles(run), runPolls(run), keepListings(run)])
}

/** Reopens the connection whenever it is lost, with a pause that grows while connections are short-lived. */
const keepConnected = async (run: Run): Promise<void> => {
  let waitMs = RETRY_MS
  while (!run.signal.aborted) {
    const beganMs = run.monotonic()
    if (listedChannels(run).length > 0) await useConnection(run)
    if (run.monotonic() - beganMs > HELD_MS) waitMs = RETRY_MS
    await pause(run, waitMs * (0.5 + run.random()), run.signal)
    waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
    await flush(run.buffer)
  }
}

const useConnection = async (run: Run): Promise<void> => {
  const connection = await openConnection(run).catch(() => undefined)
  if (!connection)
    return run.client.troubles.raise('MARKET_STREAM', 'The exchange library could not open another client.')
  subscribeAll(run, connection)
  await Promise.all([watchOver(run, connection), openChannels(run, connection), keepBooks(run, connection)])
}

const watchOver = async (run: Run, connection: Connection): Promise<void> => {
  const { library, watchdog, ending } = connection
  const now = () => ({ monotonicMs: run.monotonic(), wallMs: run.client.venueNow() })
  while (await pause(run, CHECK_EVERY_MS, ending.signal)) {
    const wrong = checkConnections(watchdog, Object.values(library.clients), now())
    if (wrong !== undefined) endConnection(run, connection, wrong)
    clearQuietUnreadable(run.unreadable)
  }
}
