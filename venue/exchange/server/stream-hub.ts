/**
 * Publish and subscribe for the WebSocket streams of the local exchange, with fault injection and a limit for slow
 * clients.
 */

import { drawMessage, type WireFaults } from '../faults/wire-faults.ts'
import { writeWire } from './json.ts'

/** Subscribers by stream. */
export interface StreamHub {
  readonly faults: WireFaults
  readonly byStream: Map<string, Set<Listener>>
}

/** The WebSocket functions used by the hub. */
interface StreamSocket {
  readonly bufferedAmount: number
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
  close(): void
  terminate(): void
}

/** A client connection, and its subscriptions. */
export interface Listener {
  readonly socket: StreamSocket
  readonly streams: Set<string>
  /** True when each message is wrapped with the name of its stream. */
  combined: boolean
}

/** Maximum backlog of a slow client; beyond it the connection is closed. */
const BACKLOG_MAX_BYTES = 16_000_000

export const createStreamHub = (faults: WireFaults): StreamHub => ({ faults, byStream: new Map() })

export const subscribe = ({ byStream }: StreamHub, listener: Listener, stream: string): void => {
  listener.streams.add(stream)
  const listeners = byStream.get(stream) ?? new Set()
  byStream.set(stream, listeners.add(listener))
}

export const unsubscribe = ({ byStream }: StreamHub, listener: Listener, stream: string): void => {
  listener.streams.delete(stream)
  const listeners = byStream.get(stream)
  listeners?.delete(listener)
  if (listeners?.size === 0) byStream.delete(stream)
}

export const leave = (hub: StreamHub, listener: Listener): void => {
  for (const stream of [...listener.streams]) unsubscribe(hub, listener, stream)
}

/** Returns whether the stream has subscribers. */
export const isWanted = ({ byStream }: StreamHub, stream: string): boolean => byStream.has(stream)

/** Publishes to a stream's subscribers; without subscribers the message is not even created. */
export const publish = (hub: StreamHub, stream: string, make: () => unknown): void => {
  const listeners = hub.byStream.get(stream)
  if (!listeners) return
  const text = writeWire(make())
  for (const listener of [...listeners]) deliver(hub, listener, stream, text)
}

/** Sends a message of a stream to one client only. */
export const sendTo = (hub: StreamHub, listener: Listener, stream: string, message: unknown): void =>
  deliver(hub, listener, stream, writeWire(message))

/** Closes the connections of all subscribers of a stream. */
export const cutListeners = ({ byStream }: StreamHub, stream: string): void => {
  for (const { socket } of byStream.get(stream) ?? []) socket.close()
}

const deliver = ({ faults }: StreamHub, listener: Listener, stream: string, text: string): void => {
  const { copies, delayMs } = drawMessage(faults)
  const message = listener.combined ? `{"stream":${JSON.stringify(stream)},"data":${text}}` : text
  for (let copy = 0; copy < copies; copy++) {
    if (delayMs === 0) send(listener.socket, message)
    else setTimeout(send, delayMs, listener.socket, message).unref()
  }
}

const send = (socket: StreamSocket, message: string): void => {
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) socket.terminate()
  else if (socket.readyState === socket.OPEN) socket.send(message)
}
