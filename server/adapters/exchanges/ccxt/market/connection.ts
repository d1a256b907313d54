/** Connection of the market data source: opens it, forwards its messages, and ends it with all of its channels. */

import type { Exchange } from 'ccxt'
import { GRACE_MS } from '../../../../domain/market/candle-builder.ts'
import { type Channel, floorToMinute, markBroken, resetChannel } from './channel.ts'
import { receiveMessage } from './receive-message.ts'
import { type Connection, listedChannels, publishEvent, type Run } from './run.ts'
import { createWatchdog } from './watchdog.ts'

/** Opens a new library client for streaming and observes its raw messages. */
export const openConnection = async (run: Run): Promise<Connection> => {
  const { client, feed, monotonic } = run
  const library = await client.openStreams()
  const channels = listedChannels(run)
  feed.prepare(library, channels.length)
  const ending = new AbortController()
  const connection: Connection = {
    library,
    byNative: new Map(channels.map((channel) => [channel.listing.native, channel])),
    watchdog: createWatchdog({ monotonicMs: monotonic(), wallMs: client.venueNow() }),
    ending,
    ended: new Promise((resolve) => ending.signal.addEventListener('abort', () => resolve())),
  }
  run.connection = connection
  listenIn(run, connection)
  return connection
}

const listenIn = (run: Run, connection: Connection): void => {
  const { library, ending } = connection
  const { handleMessage, onError, onClose } = library
  library.log = () => {}
  library.handleMessage = (socket, message) => {
    if (!ending.signal.aborted) {
      receiveMessage(run, connection, { socket, message, handle: () => handleMessage.call(library, socket, message) })
    }
  }
  library.onError = (socket, error) => {
    onError.call(library, socket, error)
    endConnection(run, connection, 'the connection has failed')
  }
  library.onClose = (socket, event) => {
    onClose.call(library, socket, event)
    endConnection(run, connection, 'the exchange has closed the connection')
  }
}

/** Ends the connection: every stream on it is lost. */
export const endConnection = (run: Run, connection: Connection, reason: string): void => {
  const { library, ending } = connection
  if (ending.signal.aborted) return
  ending.abort()
  run.connection = undefined
  if (!run.signal.aborted) {
    run.client.troubles.raise('MARKET_STREAM', `The market data of ${run.client.dialect.name} is lost: ${reason}.`)
  }
  for (const channel of run.channels.values()) loseChannel(run, channel)
  discard(library)
}

/** Stops publishing the instrument's events. */
export const loseChannel = (run: Run, channel: Channel): void => {
  const { symbol } = channel.listing.instrument
  if (channel.live) {
    channel.resumeMs = floorToMinute(channel.publishedMs - GRACE_MS)
    markBroken(channel, channel.publishedMs)
    publishEvent(run, channel, { kind: 'stream', change: { symbol, state: 'lost' } })
  }
  resetChannel(channel)
}

/** Discards a connection without waiting for the other side's close frame, as the peer may be long gone. */
const discard = (library: Exchange): void => {
  for (const { connection } of Object.values(library.clients)) connection?.terminate?.()
  library.close().catch(() => {})
}
