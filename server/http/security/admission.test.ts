import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { HOUR_MS } from '../../core/instant.ts'
import { createAccountTable } from '../accounts.ts'
import { createAdmission } from './admission.ts'
import { createLimiters, PUBLISHED_QUOTAS } from './quotas.ts'
import { readableBy } from './route-access.ts'
import { createVisits } from './visits.ts'

const none = { name: 'none', requests: 0, windowMs: HOUR_MS }

it('ends a delayed refusal when its connection is closed', async () => {
  const limiters = createLimiters({ ...PUBLISHED_QUOTAS, anonymous: none }, () => 0)
  while (limiters.refusals('127.0.0.1').allowed);
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorate('requestId', () => 'req_01JGFJJZ00000000000000000A' as const)
  app.decorate('publicBase', 'http://plimsoll.test')
  app.decorateRequest('principal', null)
  const received = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<number>()
  const admission = createAdmission({
    identity: { recall: () => undefined, authenticate: () => Promise.reject(new Error('no token was sent')) },
    account: 'main',
    accounts: createAccountTable(['main']),
    limiters,
    visits: createVisits(() => 0),
    holdMs: HOUR_MS,
    onKnown: () => {},
    onControlRefused: () => {},
  })
  app.addHook('onRequest', (request, reply, done) => {
    received.resolve()
    admission(request, reply, done)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    refused.resolve(reply.statusCode)
    done()
  })
  app.get('/', { config: readableBy('PUBLIC') }, async () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { readonly port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  await received.promise
  socket.destroy()
  expect(await refused.promise).toBe(429)
})
