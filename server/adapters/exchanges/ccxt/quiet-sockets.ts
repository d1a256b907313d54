import type { Exchange } from 'ccxt'

/**
 * Keeps what nobody waits for from ending the process, as a rejection that nobody handles would: a message that could not be
 * sent, to whose fate the library does not look, and its promises, such as that of a snapshot beside a stream, which it rejects
 * all at once when a connection ends. Whoever reads the connection hears of its end in other ways.
 */
export const quietSockets = (library: Exchange): void => {
  const client = library.client.bind(library)
  const known = new WeakSet<object>()
  library.client = (url) => {
    const socket = client(url)
    if (known.has(socket)) return socket
    known.add(socket)
    quieten(socket)
    return socket
  }
}

interface Socket {
  send(message: unknown): Promise<unknown>
  future(messageHash: string): Promise<unknown>
  readonly connected: Promise<unknown>
}

const quieten = (socket: Socket): void => {
  const send = socket.send.bind(socket)
  const future = socket.future.bind(socket)
  socket.send = async (message) => {
    await send(message).catch(() => {})
  }
  socket.future = (messageHash) => handled(future(messageHash))
  void handled(socket.connected)
}

const handled = <T extends Promise<unknown>>(promise: T): T => {
  promise.catch(() => {})
  return promise
}
