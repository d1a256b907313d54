import type { Exchange } from 'ccxt'

/**
 * The library makes promises nobody waits for, such as that of a snapshot beside a stream, and rejects them all when a
 * connection ends: a rejection nobody handles would end the process.
 */
export const handleFutures = (library: Exchange): void => {
  const client = library.client.bind(library)
  const known = new WeakSet<Socket>()
  library.client = (url: string) => {
    const socket: Socket = client(url)
    if (!known.has(socket)) {
      known.add(socket)
      handleOf(socket)
    }
    return socket as ReturnType<typeof client>
  }
}

interface Socket {
  future(messageHash: string): Promise<unknown>
  readonly connected: Promise<unknown>
}

const handleOf = (socket: Socket): void => {
  const future = socket.future.bind(socket)
  const handled = <T extends Promise<unknown>>(promise: T): T => {
    promise.catch(() => {})
    return promise
  }
  socket.future = (messageHash) => handled(future(messageHash))
  void handled(socket.connected)
}
