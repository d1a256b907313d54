import type { Exchange } from 'ccxt'

/**
 * Keeps what could not be sent from ending the process: the library lets a message wait for its turn and then does not look at
 * what becomes of it, so that one whose connection is gone by then is a rejection nobody handles. Whoever reads the
 * connection hears of its end in other ways.
 */
export const quietSockets = (library: Exchange): void => {
  const { client } = library
  const known = new WeakSet<object>()
  library.client = (url) => {
    const socket = client.call(library, url)
    if (known.has(socket)) return socket
    known.add(socket)
    const { send } = socket
    socket.send = async (message) => {
      try {
        await send.call(socket, message)
      } catch {
        return
      }
    }
    return socket
  }
}
