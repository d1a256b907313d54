import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decimal } from '../../server/core/decimal.ts'
import { createRandom } from '../../server/core/random.ts'
import { toMoney } from '../../server/domain/account/money.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import type { BybitOptions } from '../../venue/bybit/bybit-state.ts'
import { openBybitVenue } from '../../venue/bybit/open-bybit-venue.ts'
import type { LocalExchange } from '../../venue/exchange/ports.ts'
import { sign } from '../../venue/exchange/server/credentials.ts'
import { type LocalExchangeOptions, openLocalExchange } from '../../venue/local-exchange.ts'
import { type Answer, listenTo, type RecordedListener, request } from '../venue-wire/venue-stage.ts'

export const API_KEY = 'k'.repeat(18)
export const API_SECRET = 's'.repeat(36)

export interface BybitStageOptions extends Partial<Omit<BybitOptions, 'apiKey' | 'apiSecret'>> {
  readonly market?: LocalExchangeOptions['market']
  readonly clock?: Clock
  readonly dataDir?: string
  readonly balance?: string
  /** Inserts a layer between the exchange and its wire. */
  readonly between?: (exchange: LocalExchange) => LocalExchange
}

/** Limits for tests, which are much faster than ordinary clients. */
const QUICK = { requestsPerAddress: 100_000, times: 100 }

type Given = Readonly<Record<string, string | number | boolean>>

/** Request body, which may contain a list of orders. */
type Body = Readonly<Record<string, string | number | boolean | readonly object[]>>

/** Local exchange on the Bybit wire, on real sockets, with a signing client. */
export interface BybitStage {
  readonly url: string
  readonly dataDir: string
  readonly failure: Promise<Error>
  /** Sends an unsigned request. */
  open(path: string, params?: Given): Promise<Answer>
  /** Sends a signed request, timed by the stage's clock. */
  get(path: string, params?: Given): Promise<Answer>
  post(path: string, params?: Body): Promise<Answer>
  /** Opens a market socket subscribed to topics. */
  listen(...topics: readonly string[]): Promise<RecordedListener>
  /** Opens an authenticated account socket subscribed to topics. */
  listenPrivately(...topics: readonly string[]): Promise<RecordedListener>
  close(): Promise<void>
}

export const openBybitStage = async (options: BybitStageOptions = {}): Promise<BybitStage> => {
  const {
    market = { kind: 'simulated', seed: 7, historyDays: 1 },
    clock = Date.now,
    balance = '10000',
    ...wire
  } = options
  const { between = (exchange) => exchange } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-bybit-'))
  const broken = Promise.withResolvers<Error>()
  const openingBalance = toMoney(decimal(balance))
  const parts = { market, dataDir, openingBalance, clock, keepsConditionals: false }
  const exchange = await openLocalExchange({ ...parts, fail: broken.resolve })
  const server = await openBybitVenue(
    between(exchange),
    { host: '127.0.0.1', port: 0, symbols: [], limits: QUICK, ...wire, apiKey: API_KEY, apiSecret: API_SECRET },
    { clock, random: createRandom(1) },
  )
  const { url } = server
  const sockets = url.replace('http', 'ws')
  return {
    url,
    dataDir,
    failure: Promise.race([server.failure, broken.promise]),
    open: (path, params = {}) => request(`${url}${path}?${toQueryString(params)}`, { method: 'GET' }),
    get: (path, params = {}) => requestSigned(url, 'GET', path, { params, timestamp: clock() }),
    post: (path, params = {}) => requestSigned(url, 'POST', path, { params, timestamp: clock() }),
    listen: async (...topics) => subscribed(await listenTo(`${sockets}/v5/public/linear`), topics),
    async listenPrivately(...topics) {
      const listener = await listenTo(`${sockets}/v5/private`)
      const expires = String(clock() + 10_000)
      listener.socket.send(
        JSON.stringify({ op: 'auth', args: [API_KEY, expires, sign(`GET/realtime${expires}`, API_SECRET)] }),
      )
      await listener.until(({ op, success }) => op === 'auth' && success)
      return subscribed(listener, topics)
    },
    async close() {
      await server.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const subscribed = async (listener: RecordedListener, topics: readonly string[]): Promise<RecordedListener> => {
  if (topics.length === 0) return listener
  listener.socket.send(JSON.stringify({ op: 'subscribe', args: topics, req_id: 'stage' }))
  await listener.until(({ op, req_id }) => op === 'subscribe' && req_id === 'stage')
  return listener
}

const toQueryString = (params: Body): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/** Signed content, and its deviation from a correct signature. */
export interface Signing {
  readonly params?: Body
  readonly timestamp: number
  readonly recvWindow?: number
  readonly apiKey?: string
  readonly secret?: string
}

export const requestSigned = (
  url: string,
  method: 'GET' | 'POST',
  path: string,
  { params = {}, timestamp, recvWindow = 5_000, apiKey = API_KEY, secret = API_SECRET }: Signing,
): Promise<Answer> => {
  const payload = method === 'GET' ? toQueryString(params) : JSON.stringify(params)
  const headers = {
    'Content-Type': 'application/json',
    'X-BAPI-API-KEY': apiKey,
    'X-BAPI-TIMESTAMP': String(timestamp),
    'X-BAPI-RECV-WINDOW': String(recvWindow),
    'X-BAPI-SIGN': sign(`${timestamp}${apiKey}${recvWindow}${payload}`, secret),
  }
  return method === 'GET'
    ? request(`${url}${path}?${payload}`, { method, headers })
    : request(`${url}${path}`, { method, headers, body: payload })
}
