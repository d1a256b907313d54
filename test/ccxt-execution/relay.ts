import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Proxy between a client and an exchange that simulates network faults. */
export interface Relay {
  readonly url: string
  /** Blocks all traffic in both directions without closing the connections. */
  freeze(): void
  /** Ends all connections. */
  cut(): void
  /** Directs new connections to another URL. */
  leadTo(url: string): void
  /** Number of open WebSockets. */
  readonly sockets: number
  close(): Promise<void>
}

export const openRelay = async (url: string): Promise<Relay> => {
  let target = new URL(url)
  let frozen = false
  const open = new Set<Socket>()
  const upgraded = new Set<Socket>()
  const server = createServer((client) => {
    const venue = connect(Number(target.port), target.hostname)
    client.once('data', (bytes) => void (String(bytes).includes('Upgrade: websocket') && upgraded.add(client)))
    for (const [from, to] of [
      [client, venue],
      [venue, client],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => void (frozen || to.write(bytes)))
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        upgraded.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    freeze() {
      frozen = true
    },
    cut() {
      frozen = false
      cut()
    },
    leadTo(place) {
      target = new URL(place)
    },
    get sockets() {
      return upgraded.size
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
