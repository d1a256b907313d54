import { type Listener, type StreamHub, subscribe, unsubscribe } from './stream-hub.ts'

/** Streams of one connection. */
export const STREAMS_MAX = 1_024

type Json = Readonly<Record<string, unknown>>

/** Carries out what a listener has sent, and answers him under his own number. */
export const obey = (hub: StreamHub, listener: Listener, text: string): unknown => {
  const command = read(text)
  if (!command) return { error: { code: 2, msg: 'Invalid request: JSON expected.' }, id: null }
  const { method, id = null } = command
  const streams = Array.isArray(command.params) ? command.params.map(String) : []
  switch (method) {
    case 'SUBSCRIBE':
      return subscribeAll(hub, listener, streams, id)
    case 'UNSUBSCRIBE':
      for (const stream of streams) unsubscribe(hub, listener, stream)
      return { result: null, id }
    case 'LIST_SUBSCRIPTIONS':
      return { result: [...listener.streams], id }
    case 'SET_PROPERTY':
      listener.combined = Array.isArray(command.params) && command.params[1] === true
      return { result: null, id }
    case 'GET_PROPERTY':
      return { result: listener.combined, id }
    default:
      return { error: { code: 1, msg: `Invalid value type: unknown method ${JSON.stringify(method)}.` }, id }
  }
}

const read = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

const subscribeAll = (hub: StreamHub, listener: Listener, streams: readonly string[], id: unknown): unknown => {
  if (listener.streams.size + streams.length > STREAMS_MAX) {
    return { error: { code: 2, msg: `Invalid request: more than ${STREAMS_MAX} streams.` }, id }
  }
  for (const stream of streams) subscribe(hub, listener, stream)
  return { result: null, id }
}
