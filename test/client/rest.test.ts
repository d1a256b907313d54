import { expect, it, onTestFinished } from 'vitest'
import { createRest } from '../../client/src/rest.ts'
import type { Fetch } from '../../client/src/surroundings.ts'
import { virtualTime } from './virtual-time.ts'

it('sends no body with a GET, even if a Request does not expose its body, as in Firefox', async () => {
  const descriptor = Object.getOwnPropertyDescriptor(Request.prototype, 'body') ?? {}
  onTestFinished(() => void Object.defineProperty(Request.prototype, 'body', descriptor))
  Object.defineProperty(Request.prototype, 'body', { configurable: true, get: () => undefined })
  const bodies: unknown[] = []
  const fetch: Fetch = async (_url, init) => {
    bodies.push(init.body)
    return Response.json({})
  }
  const parts = { surroundings: virtualTime({ fetch }), deadlineMs: 1_000, baseUrl: 'http://platform' }
  const rest = createRest(parts, { accessToken: async () => 'token', renew: async () => 'token' })
  await rest.GET('/api/v381/market/tickers')
  await rest.POST('/api/emergency-stop', { body: { reason: 'requested by a test' } })
  await rest.POST('/api/emergency-stop')
  expect(bodies).toEqual([undefined, '{"reason":"requested by a test"}', undefined])
})
