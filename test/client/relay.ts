import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** Proxy between a client and a server, with the address that the client uses. */
export interface Relay {
  readonly url: string
}

/**
 * Forwards everything, but disconnects instead of returning the first `lost` answers to requests that begin with the
 * given text.
 */
export const answerLosingRelay = async (
  url: string,
  { begins, lost }: { begins: string; lost: number },
): Promise<Relay> => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let left = lost
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isMeant = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      isMeant = isMeant || String(chunk).startsWith(begins)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      const isLost = isMeant && left > 0
      left -= isLost ? 1 : 0
      if (isLost) client.destroy()
      else client.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Forwards the messages of a stream except those for which `swallows` returns true; other API routes do not exist. */
export const swallowingRelay = async (url: string, swallows: (text: string) => boolean): Promise<Relay> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (client) => {
    const upstream = new WebSocket(`${url.replace('http', 'ws')}/ws`, 'plimsoll.v1')
    const opened = once(upstream, 'open')
    client.on('message', async (data) => {
      await opened
      upstream.send(String(data))
    })
    upstream.on('message', (data) => {
      if (!swallows(String(data))) client.send(String(data))
    })
    client.on('close', () => upstream.close())
    upstream.on('close', (code, reason) => client.close(code, reason))
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
