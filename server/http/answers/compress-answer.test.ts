import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { acceptedEncoding, createCompression } from './compress-answer.ts'

const BODY = JSON.stringify({ items: Array.from({ length: 500 }, (_, item) => ({ item })) })

const send = (reply: FastifyReply): void => {
  reply.header('content-type', 'application/json; charset=utf-8').send(BODY)
}

it.each<[string, (reply: FastifyReply) => void | Promise<void>]>([
  ['returns nothing', send],
  ['is async and returns nothing', async (reply) => send(reply)],
  [
    'sends later and returns nothing',
    async (reply) => {
      await Promise.resolve()
      send(reply)
    },
  ],
])('sends one answer, compressed, when the handler %s', async (_, handle) => {
  const app = Fastify()
  const statuses: number[] = []
  app.addHook('onSend', createCompression())
  app.addHook('onSend', async (_request, { statusCode }) => void statuses.push(statusCode))
  app.get('/', (_request, reply) => handle(reply))
  const response = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(String(gunzipSync(response.rawPayload))).toBe(BODY)
  expect(statuses).toEqual([200])
  await app.close()
})

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['brotli, gzipped', undefined],
])('returns the encoding for %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
