import ccxt from 'ccxt'
import { expect, it } from 'vitest'
import { quietSockets } from './quiet-sockets.ts'

it('sends on a connection that is not there without a rejection, and makes each connection once', async () => {
  const library = new ccxt.pro.binanceusdm({})
  quietSockets(library)
  const socket = library.client('wss://127.0.0.1:1/ws')
  expect(library.client('wss://127.0.0.1:1/ws')).toBe(socket)
  await expect(socket.send({ method: 'SUBSCRIBE' })).resolves.toBeUndefined()
})
