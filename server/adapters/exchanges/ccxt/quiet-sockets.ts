import type { Exchange } from 'ccxt'

/**
 * Prevents unhandled rejections from ending the process: those of messages that could not be sent, whose result the
 * library ignores, and of its own promises, such as that of a snapshot beside a stream, which are all rejected when a
 * connection ends. Readers of the connection learn of its end in other ways.
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
