import { once } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createSocketFactory } from '../../client/src/stream/socket.ts'

afterEach(() => vi.unstubAllGlobals())

it('connects on a runtime without a global WebSocket', async () => {
  vi.stubGlobal('WebSocket', undefined)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const socket = createSocketFactory(undefined)(`ws://127.0.0.1:${port}`, ['plimsoll.v1'])
  const closed = new Promise((resolve) => {
    socket.onclose = resolve
  })
  await new Promise<void>((resolve) => {
    socket.onopen = resolve
  })
  socket.close()
  await closed
  server.close()
})

it('throws with the remedy when neither runtime nor Node has one', () => {
  vi.stubGlobal('WebSocket', undefined)
  vi.stubGlobal('process', {})
  expect(() => createSocketFactory(undefined)).toThrow(/Pass the one of the package ws/)
})
