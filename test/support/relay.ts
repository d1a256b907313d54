import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Relay to a TCP server that can be cut. */
export interface Relay {
  /** URL of the server with the address of the relay. */
  readonly url: string
  /** Ends all connections and accepts none until reconnected. */
  cut(): void
  join(): void
  close(): Promise<void>
}

/** Opens a relay; `change` may insert a stream between client and server. */
export const openRelay = async (serverUrl: string, change?: () => Duplex): Promise<Relay> => {
  const server = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const listener = createServer((client) => {
    if (isCut) return void client.destroy()
    const onward = connect(Number(server.port), server.hostname)
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    onward.pipe(client)
    const changed = change?.()
    if (changed) client.pipe(changed).pipe(onward)
    else client.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const own = new URL(serverUrl)
  const address = listener.address()
  own.port = String(address && typeof address === 'object' ? address.port : 0)
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: own.href,
    cut() {
      isCut = true
      end()
    },
    join() {
      isCut = false
    },
    async close() {
      end()
      listener.close()
      await once(listener, 'close')
    },
  }
}
