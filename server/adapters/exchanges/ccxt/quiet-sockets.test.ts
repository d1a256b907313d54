import ccxt from 'ccxt'
import { expect, it, onTestFinished } from 'vitest'
import { quietSockets } from './client.ts'

const NOWHERE = 'wss://127.0.0.1:1/ws'

const aSocket = () => {
  const library = new ccxt.pro.binanceusdm({})
  quietSockets(library)
  const socket = library.client(NOWHERE)
  expect(library.client(NOWHERE)).toBe(socket)
  return socket
}

it('sends on a connection that is not there without a rejection, and makes each connection once', async () => {
  await expect(aSocket().send({ method: 'SUBSCRIBE' })).resolves.toBeUndefined()
})

it('closes a connection without an unhandled rejection, and notifies whoever awaits it', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const socket = aSocket()
  const awaited = socket.future('awaited')
  socket.future('forgotten')
  socket.reset(new Error('it is gone'))
  await expect(awaited).rejects.toThrow('it is gone')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
