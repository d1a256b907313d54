import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { createTroubles, type Troubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'

const INSTRUMENTS: Readonly<Record<string, unknown>> = {
  '/fapi/v1/exchangeInfo': { symbols: [] },
  '/v5/market/instruments-info': { retCode: 0, retMsg: 'OK', result: { category: 'linear', list: [] } },
  '/api/v5/public/instruments': { code: '0', msg: '', data: [] },
  '/api/v2/mix/market/contracts': { code: '00000', msg: 'success', data: [] },
}

/** Exchange that lists nothing and otherwise gives scripted answers. */
interface ScriptedPlace {
  readonly client: Client
  readonly troubles: Troubles
  /** Headers of the requests so far, oldest first. */
  readonly headers: readonly IncomingHttpHeaders[]
  answer(status: number, body: unknown): void
  /** Answers with a body that is not JSON. */
  answerPage(status: number, page: string): void
}

export const openScripted = async (id: ExchangeId, options: Partial<ClientOptions> = {}): Promise<ScriptedPlace> => {
  let next = { status: 200, text: '{}' }
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    headers.push(request.headers)
    const listed = INSTRUMENTS[String(request.url).replace(/\?.*/, '')]
    response.writeHead(listed ? 200 : next.status, { 'content-type': 'application/json' })
    response.end(listed ? JSON.stringify(listed) : next.text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const troubles = createTroubles(Date.now, () => {})
  const client = await openClient({
    dialect: getDialect(id),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    practice: false,
    keys: { apiKey: 'a-key', secret: 'a-secret', password: 'a-phrase' },
    recvWindowMs: 3_000,
    clock: Date.now,
    monotonic: () => performance.now(),
    delay: async () => {},
    troubles,
    ...options,
  })
  onTestFinished(async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
  })
  return {
    client,
    troubles,
    headers,
    answer(status, body) {
      next = { status, text: JSON.stringify(body) }
    },
    answerPage(status, page) {
      next = { status, text: page }
    },
  }
}
