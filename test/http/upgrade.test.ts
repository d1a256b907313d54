import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

let server: TestPlatform

beforeAll(async () => {
  server = await startTestPlatform()
  await server.ready()
})
afterAll(() => server.close())

/** Sends a request as Java's own client and `curl --http2` do: an answer without an upgrade is expected. */
const requestWithUpgrade = async (method: string, path: string, token?: string): Promise<number> => {
  const clientRequest = request(server.platform.url + path, {
    method,
    headers: {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  }).end()
  const [response] = await once(clientRequest, 'response')
  response.resume()
  return response.statusCode
}

it('answers a request that offers another protocol as if it had not', async () => {
  const token = await server.token({ role: 'TRADER' })
  expect(await requestWithUpgrade('GET', '/readyz')).toBe(200)
  expect(await requestWithUpgrade('GET', '/ws')).toBe(426)
  expect(await requestWithUpgrade('GET', '/nowhere', token)).toBe(404)
  expect(await requestWithUpgrade('POST', '/api/emergency-stop')).toBe(401)
  expect(await requestWithUpgrade('POST', '/api/emergency-stop', token)).toBe(200)
})
