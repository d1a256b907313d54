import type { components } from '../generated/openapi.ts'
import { CLOSE_REMEDIES } from '../generated/remedies.ts'
import { hasEnded } from '../has-ended.ts'
import { PlimsollError } from '../plimsoll-error.ts'
import type { TokenSource } from '../send.ts'
import type { Surroundings } from '../surroundings.ts'
import { afterEnd } from './after-end.ts'
import { type Connection, type Ending, openConnection } from './connection.ts'
import { createKeyedStore, type KeyedStore } from './keyed-store.ts'
import { keepBook, type OrderBook } from './order-book.ts'
import { type Messages, type Reading, readMessages } from './read-messages.ts'
import type { MakeSocket } from './socket.ts'
import type { StreamEvent, StreamState } from './stream-event.ts'
import {
  addReader,
  deliver,
  endReaders,
  loseAll,
  notifyStale,
  type Reader,
  removeReader,
  type Subscriptions,
} from './subscriptions.ts'
import type { Channel, ChannelMessage, ErrorMessage, ServerMessage } from './wire.ts'

/**
 * Event stream of the platform: reads its channels as messages, order books, orders and positions. It connects
 * automatically, and reconnects with its subscriptions whenever the connection is lost. After `close` it stays
 * closed.
 */
export class PlimsollStream {
  readonly #parts: StreamParts
  readonly #subscriptions: Subscriptions = new Map()
  readonly #watchers = new Set<(event: StreamEvent) => void>()
  readonly #ended = new AbortController()
  #state: StreamState = { name: 'connecting' }
  #connection: Connection | undefined
  #token = ''
  #epoch: string | undefined
  #attempt = 0
  #renewed = false
  #openedAt: number | undefined
  #cancelRetry = (): void => {}

  constructor(parts: StreamParts) {
    this.#parts = parts
    this.#connect()
  }

  get state(): StreamState {
    return this.#state
  }

  /** Calls the listener with every message of the channel, a snapshot first; the returned function removes it. */
  on<C extends Channel>(channel: C, listener: (message: ChannelMessage<C>) => void): () => void {
    return this.#read(channel, { receive: (message) => listener(message as ChannelMessage<C>) })
  }

  /** Calls the listener with events of the stream itself; the returned function removes it. */
  watch(listener: (event: StreamEvent) => void): () => void {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /**
   * Returns the messages of a channel, for `for await`; each contains the number dropped before it because they were
   * read too slowly.
   */
  channel<C extends Channel>(channel: C, { bufferMax = BUFFER_MAX, signal }: Reading = {}): Messages<C> {
    return readMessages<C>((reader) => this.#read(channel, reader), { bufferMax, signal })
  }

  /** The best levels of an instrument. */
  book(symbol: string, depth: 1 | 5 | 10 | 20 | 50 | 200 = 50): OrderBook {
    return keepBook((reader) => this.#read(`market.orderbook.${depth}:${symbol}`, reader))
  }

  /** The account's orders, by `orderId`. */
  orders(): KeyedStore<Order> {
    return createKeyedStore<Order>({
      getId: ({ orderId }) => orderId,
      isOpen: (order) => !hasEnded(order),
      subscribe: (reader) => this.#read('account.orders', reader),
    })
  }

  /** The account's positions, by `id`. */
  positions(): KeyedStore<Position> {
    return createKeyedStore<Position>({
      getId: ({ id }) => id,
      isOpen: ({ status }) => status !== 'CLOSED',
      subscribe: (reader) => this.#read('account.positions', reader),
    })
  }

  /** True when the stream will not reconnect. */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted
  }

  /** Ends the stream and its readers; an error marks the stream as failed. */
  close(error?: PlimsollError): void {
    if (error) return this.#fail(error)
    this.#end('STREAM_CLOSED', { code: 1000, reason: 'The stream was closed.', remedy: '' })
  }

  #read(channel: Channel, reader: Reader): () => void {
    if (this.#ended.signal.aborted) {
      reader.ended?.(this.#ended.signal.reason)
      return () => {}
    }
    const guarded: Reader = {
      receive: (message) => guard(() => reader.receive(message)),
      lost: () => guard(() => reader.lost?.()),
      stale: (isStale) => guard(() => reader.stale?.(isStale)),
      ended: (error) => guard(() => reader.ended?.(error)),
    }
    addReader(this.#subscriptions, channel, guarded)
    this.#open?.subscribe(channel)
    return () => {
      if (removeReader(this.#subscriptions, channel, guarded)) this.#open?.unsubscribe(channel)
    }
  }

  /** Returns the connection once the token was accepted: earlier requests are sent then. */
  get #open(): Connection | undefined {
    return this.#openedAt === undefined ? undefined : this.#connection
  }

  #emit(event: StreamEvent): void {
    for (const watcher of [...this.#watchers]) guard(() => watcher(event))
  }

  #become(state: StreamState): void {
    this.#state = state
    this.#emit({ kind: 'state', state })
  }

  #connect(): void {
    if (this.#ended.signal.aborted) return
    this.#become({ name: 'connecting' })
    const { tokens } = this.#parts
    tokens.accessToken(this.#ended.signal, false).then(
      (token) => this.#begin(token),
      (error: unknown) => this.#onNoToken(error),
    )
  }

  #begin(token: string): void {
    if (this.#ended.signal.aborted) return
    const { surroundings, url, account, makeSocket } = this.#parts
    this.#token = token
    this.#connection = openConnection({
      surroundings,
      url,
      account,
      makeSocket,
      token,
      onMessage: (message) => this.#onMessage(message),
      onStale: (isStale) => this.#onStale(isStale),
      onEnd: (ending) => this.#onEnd(ending),
    })
  }

  #onMessage(message: ServerMessage): void {
    if (message.epoch !== this.#epoch) this.#onEpoch(message.epoch)
    switch (message.type) {
      case 'snapshot':
      case 'delta':
        return this.#onChannel(message)
      case 'ack':
        if (message.op === 'auth' && this.#openedAt === undefined) this.#onOpen()
        return
      case 'error':
        return this.#onRefusal(message)
      case 'event':
        if (message.data.event === 'auth.expiring') this.#renewToken()
        return
      default:
        return
    }
  }

  #onStale(isStale: boolean): void {
    const [from, to] = isStale ? (['open', 'stale'] as const) : (['stale', 'open'] as const)
    if (this.#state.name !== from) return
    this.#become({ name: to, epoch: this.#epoch ?? '' })
    notifyStale(this.#subscriptions, isStale)
  }

  #onEpoch(epoch: string): void {
    const before = this.#epoch
    this.#epoch = epoch
    if (before !== undefined) this.#emit({ kind: 'epoch', epoch, before })
  }

  #onOpen(): void {
    this.#openedAt = this.#parts.surroundings.now()
    this.#renewed = false
    for (const channel of this.#subscriptions.keys()) this.#connection?.subscribe(channel)
    this.#become({ name: 'open', epoch: this.#epoch ?? '' })
  }

  #onChannel(message: ChannelMessage): void {
    const delivery = deliver(this.#subscriptions, message)
    if (typeof delivery === 'string') return
    this.#connection?.subscribe(message.channel)
    this.#emit({ kind: 'gap', channel: message.channel, ...delivery.gap })
  }

  #onRefusal({ id, data }: ErrorMessage): void {
    const requested = this.#connection?.getChannels(id) ?? []
    const named = data.errors.map(({ pointer }) => requested[Number(/^\/args\/channels\/(\d+)$/.exec(pointer)?.[1])])
    const refused = named.length > 0 ? named.filter((channel) => channel !== undefined) : requested
    for (const channel of requested) {
      if (!refused.includes(channel) && this.#subscriptions.has(channel)) this.#connection?.subscribe(channel)
    }
    if (refused.length === 0) return
    const detail = `${data.code}: ${data.detail}`
    const error = new PlimsollError({ code: 'STREAM_REFUSED', detail, remedy: data.remedy })
    endReaders(this.#subscriptions, refused, error)
    this.#emit({ kind: 'refused', channels: refused, error })
  }

  #renewToken(): void {
    const connection = this.#connection
    this.#parts.tokens.renew(this.#token, this.#ended.signal, false).then(
      (token) => {
        this.#token = token
        if (connection === this.#connection) connection?.authenticate(token)
      },
      (error: unknown) => this.#emit({ kind: 'token', error }),
    )
  }

  #onNoToken(error: unknown): void {
    if (this.#ended.signal.aborted) return
    if (error instanceof PlimsollError && error.retryable) {
      return this.#onEnd({ code: 1006, reason: error.message, closing: undefined }, error.retryAfterMs)
    }
    this.#fail(error)
  }

  #fail(error: unknown): void {
    const remedy = error instanceof PlimsollError ? error.remedy : ''
    this.#end('STREAM_FAILED', { code: 4401, reason: error instanceof Error ? error.message : String(error), remedy })
  }

  #onEnd({ code, reason, closing }: Ending, notBeforeMs = 0): void {
    if (this.#ended.signal.aborted) return
    const { surroundings } = this.#parts
    const { now, random } = surroundings
    if (this.#openedAt !== undefined && now() - this.#openedAt >= HELD_MS) this.#attempt = 0
    this.#openedAt = undefined
    this.#connection = undefined
    loseAll(this.#subscriptions)
    const closeDetails = {
      code,
      reason: closing?.detail ?? reason,
      remedy: closing?.remedy ?? CLOSE_REMEDIES[code] ?? '',
    }
    const next = afterEnd(code, { attempt: this.#attempt++, renewed: this.#renewed, random })
    if (next.kind === 'giveUp') return this.#end('STREAM_FAILED', closeDetails)
    const retryInMs = notBeforeMs + next.afterMs
    this.#become({ name: 'closed', ...closeDetails, retryInMs })
    const retry = next.kind === 'retry' ? () => this.#connect() : () => this.#renewAndConnect()
    this.#cancelRetry = surroundings.after(retryInMs, retry)
    if (this.#ended.signal.aborted) this.#cancelRetry()
  }

  /**
   * Reconnects with another token. If there is no other, the refused one is tried once more: it may have been sent
   * too late.
   */
  #renewAndConnect(): void {
    this.#parts.tokens
      .renew(this.#token, this.#ended.signal, false)
      .catch((error: unknown) => {
        if (error instanceof PlimsollError && !error.retryable) return
        throw error
      })
      .then(
        () => {
          this.#renewed = true
          this.#connect()
        },
        (error: unknown) => this.#onNoToken(error),
      )
  }

  #end(as: 'STREAM_CLOSED' | 'STREAM_FAILED', why: Omit<Closed, 'name' | 'retryInMs'>): void {
    if (this.#ended.signal.aborted) return
    const error = new PlimsollError({ code: as, detail: why.reason, remedy: why.remedy })
    this.#ended.abort(error)
    this.#cancelRetry()
    const connection = this.#connection
    this.#connection = undefined
    connection?.close()
    this.#become({ name: 'closed', ...why, retryInMs: null })
    endReaders(this.#subscriptions, this.#subscriptions.keys(), error)
  }
}

/** Time after which a connection counts as successful. */
const HELD_MS = 5_000

type Order = components['schemas']['Order']
type Position = components['schemas']['Position']
type Closed = Extract<StreamState, { name: 'closed' }>

export interface StreamParts {
  readonly surroundings: Surroundings
  readonly url: string
  /** Account of the channels; the first of the server if undefined. */
  readonly account?: string | undefined
  readonly makeSocket: MakeSocket
  readonly tokens: TokenSource
}

const BUFFER_MAX = 1_000

/** Reports an error thrown by a listener as uncaught, and notifies the other listeners anyway. */
const guard = (run: () => void): void => {
  try {
    run()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
