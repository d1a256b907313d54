import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTransport } from './pace-requests.ts'

it('sends what the exchange needs, and no broker tag', async () => {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = createTransport({ hosts: new Set([host]), timeoutMs: 60_000, now: () => 0, onResponse: () => {} })
  const headers = { 'ACCESS-KEY': 'a-key', Referer: 'CCXT', referer: 'CCXT', 'X-CHANNEL-API-CODE': 'p4sve' }
  await send(`http://${host}/`, { method: 'POST', headers, body: '{}' })
  expect(received[0]).toMatchObject({ 'access-key': 'a-key' })
  expect(Object.keys(received[0] ?? {}).filter((name) => /referer|channel/.test(name))).toEqual([])
})
