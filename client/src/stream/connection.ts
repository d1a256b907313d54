import type { Surroundings } from '../surroundings.ts'
import { createPace } from './pace.ts'
import { createPulse } from './pulse.ts'
import type { MakeSocket, Socket } from './socket.ts'
import { type Channel, type ClosingMessage, parseMessage, type Request, type ServerMessage } from './wire.ts'

/**
 * One WebSocket connection of the stream, from open to close. Authenticates, batches requests and sends them within the
 * server's rate limit, sends pings, and reports when messages stop (`onStale`) or the connection ends (`onEnd`). The
 * caller reconnects.
 */
export interface Connection {
  readonly subscribe: (channel: Channel) => void
  readonly unsubscribe: (channel: Channel) => void
  readonly authenticate: (token: string) => void
  /** Returns the channels of the request with this ID, to attribute an error to them. */
  readonly getChannels: (id: string | null) => readonly Channel[]
  readonly close: () => void
}

interface ConnectionParts {
  readonly surroundings: Surroundings
  readonly url: string
  readonly makeSocket: MakeSocket
  readonly token: string
  /** Account of the channels; the first of the server if undefined. */
  readonly account?: string | undefined
  readonly onMessage: (message: ServerMessage) => void
  readonly onStale: (isStale: boolean) => void
  readonly onEnd: (ending: Ending) => void
}

/** How a connection ended. */
export interface Ending {
  /** Code of the close frame; 1006 if there was none. */
  readonly code: number
  readonly reason: string
  /** Closing message that the server sent before the close frame. */
  readonly closing: ClosingMessage['data'] | undefined
}

const SUBPROTOCOL = 'plimsoll.v1'
const CHANNELS_MAX = 200
/** Number of recent requests whose channels are remembered. */
const REMEMBERED_MAX = 100
const LOST = 1006
/** Longest wait for the other side to close the connection. */
const CLOSE_MS = 2_000

export const openConnection = (parts: ConnectionParts): Connection => {
  const { surroundings, onMessage, onStale } = parts
  const socket = parts.makeSocket(parts.url, [SUBPROTOCOL])
  const outbound = createOutbound(parts)
  const pace = createPace(surroundings, () => sendNext(socket, outbound))
  let closing: ClosingMessage['data'] | undefined
  const end = once((code: number, reason: string): void => {
    pulse.stop()
    pace.stop()
    parts.onEnd({ code, reason, closing })
  })
  const leave = (code: number, reason: string): void => {
    hangUp(surroundings, socket)
    end(code, reason)
  }
  const pulse = createPulse(surroundings, {
    onPing: () => {
      outbound.ping = true
      soon()
    },
    onStale: () => onStale(true),
    onRecovered: () => onStale(false),
    onDead: () => leave(LOST, 'no message received'),
  })
  const soon = batched(pace.flush, () => outbound.isOpen)
  socket.onopen = () => {
    outbound.isOpen = true
    pulse.begin()
    pace.flush()
  }
  socket.onmessage = ({ data }) => {
    const message = parseMessage(String(data))
    if (message?.type === 'closing') closing = message.data
    if (message) onMessage(message)
    pulse.beat()
  }
  socket.onclose = ({ code, reason }) => end(code, reason)
  socket.onerror = () => {}
  return {
    subscribe(channel) {
      outbound.unsubscribe.delete(channel)
      outbound.subscribe.add(channel)
      soon()
    },
    unsubscribe(channel) {
      outbound.subscribe.delete(channel)
      outbound.unsubscribe.add(channel)
      soon()
    },
    authenticate(token) {
      outbound.token = token
      soon()
    },
    getChannels: (id) => outbound.requestedChannels.get(id ?? '') ?? [],
    close: () => leave(1000, 'closed by the client'),
  }
}

/** Closes a connection, and terminates it if the server does not answer. */
const hangUp = ({ after }: Surroundings, socket: Socket): void => {
  const cancel = after(CLOSE_MS, () => socket.terminate?.())
  Object.assign(socket, { onopen: null, onmessage: null, onclose: cancel })
  socket.close()
}

/** Pending requests. Mutable. */
interface Outbound {
  isOpen: boolean
  token: string | undefined
  readonly account: string | undefined
  ping: boolean
  readonly subscribe: Set<Channel>
  readonly unsubscribe: Set<Channel>
  readonly requestedChannels: Map<string, readonly Channel[]>
  count: number
}

const createOutbound = ({ token, account }: Pick<ConnectionParts, 'token' | 'account'>): Outbound => ({
  isOpen: false,
  token,
  account,
  ping: false,
  subscribe: new Set(),
  unsubscribe: new Set(),
  requestedChannels: new Map(),
  count: 0,
})

const sendNext = (socket: Socket, outbound: Outbound): boolean => {
  const request = nextRequest(outbound)
  if (request) socket.send(JSON.stringify(request))
  return request !== undefined
}

const nextRequest = (outbound: Outbound): Request | undefined => {
  const { token } = outbound
  if (token !== undefined) {
    outbound.token = undefined
    return { op: 'auth', args: { token } }
  }
  if (outbound.unsubscribe.size > 0) return aboutChannels(outbound, 'unsubscribe')
  if (outbound.subscribe.size > 0) return aboutChannels(outbound, 'subscribe')
  if (!outbound.ping) return undefined
  outbound.ping = false
  return { op: 'ping' }
}

const aboutChannels = (outbound: Outbound, op: 'subscribe' | 'unsubscribe'): Request => {
  const channels = [...outbound[op]].slice(0, CHANNELS_MAX)
  for (const channel of channels) outbound[op].delete(channel)
  const id = String(++outbound.count)
  outbound.requestedChannels.set(id, channels)
  outbound.requestedChannels.delete(String(outbound.count - REMEMBERED_MAX))
  const { account } = outbound
  return { op, id, args: { channels, ...(account !== undefined && { account }) } }
}

/** Runs once at the end of the current turn, so that simultaneous requests share one message. */
const batched = (run: () => void, may: () => boolean): (() => void) => {
  let due = false
  return () => {
    if (due) return
    due = true
    queueMicrotask(() => {
      due = false
      if (may()) run()
    })
  }
}

const once = <Args extends unknown[]>(run: (...args: Args) => void): ((...args: Args) => void) => {
  let done = false
  return (...args) => {
    if (done) return
    done = true
    run(...args)
  }
}
