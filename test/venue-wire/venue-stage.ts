import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { decimal } from '../../server/core/decimal.ts'
import { createRandom } from '../../server/core/random.ts'
import { toMoney } from '../../server/domain/account/money.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import type { BinanceOptions } from '../../venue/binance/binance-state.ts'
import { openBinanceVenue } from '../../venue/binance/open-binance-venue.ts'
import type { LocalExchange } from '../../venue/exchange/ports.ts'
import { sign } from '../../venue/exchange/server/credentials.ts'
import { type LocalExchangeOptions, openLocalExchange } from '../../venue/local-exchange.ts'

export const API_KEY = 'k'.repeat(64)
export const API_SECRET = 's'.repeat(64)

export interface StageOptions extends Partial<Omit<BinanceOptions, 'apiKey' | 'apiSecret'>> {
  readonly market?: LocalExchangeOptions['market']
  readonly clock?: Clock
  readonly dataDir?: string
  readonly balance?: string
  /** Inserts a layer between the exchange and its wire. */
  readonly between?: (exchange: LocalExchange) => LocalExchange
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the wire answer is checked field by field
  readonly body: any
}

type Given = Readonly<Record<string, string | number | boolean>>

/** Local exchange on real sockets, with a signing client. */
export interface VenueStage {
  readonly url: string
  readonly dataDir: string
  readonly failure: Promise<Error>
  get(path: string, params?: Given): Promise<Answer>
  /** Sends a request and returns only the status. */
  status(path: string, params?: Given): Promise<number>
  /** Sends a request signed and timed by the stage's clock, unless `params` overrides that. */
  signed(method: string, path: string, params?: Given): Promise<Answer>
  /** Sends a request with the key but without a signature. */
  keyed(method: string, path: string): Promise<Answer>
  listen(path: string): Promise<RecordedListener>
  close(): Promise<void>
}

/** Receiver of all messages on a socket. */
export interface RecordedListener {
  readonly socket: WebSocket
  // biome-ignore lint/suspicious/noExplicitAny: the wire message is checked field by field
  readonly messages: any[]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  until(wanted: (message: any) => boolean): Promise<any>
  readonly closed: Promise<number>
}

export const openStage = async (options: StageOptions = {}): Promise<VenueStage> => {
  const {
    market = { kind: 'simulated', seed: 7, historyDays: 1 },
    clock = Date.now,
    balance = '10000',
    ...wire
  } = options
  const { between = (exchange) => exchange } = options
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-venue-'))
  const openingBalance = toMoney(decimal(balance))
  const broken = Promise.withResolvers<Error>()
  const parts = { market, dataDir, openingBalance, clock, keepsConditionals: true }
  const exchange = await openLocalExchange({ ...parts, fail: broken.resolve })
  const server = await openBinanceVenue(
    between(exchange),
    { host: '127.0.0.1', port: 0, symbols: [], ...wire, apiKey: API_KEY, apiSecret: API_SECRET },
    { clock, random: createRandom(1) },
  )
  const { url } = server
  return {
    url,
    dataDir,
    failure: Promise.race([server.failure, broken.promise]),
    get: (path, params = {}) => request(`${url}${path}?${toQueryString(params)}`, { method: 'GET' }),
    status: async (path, params = {}) => (await fetch(`${url}${path}?${toQueryString(params)}`)).status,
    signed: (method, path, params = {}) => requestSigned(url, method, path, { timestamp: clock(), ...params }),
    keyed: (method, path) => request(`${url}${path}`, { method, headers: { 'X-MBX-APIKEY': API_KEY } }),
    listen: (path) => listenTo(`${url.replace('http', 'ws')}${path}`),
    async close() {
      await server.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const toQueryString = (params: Given): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

export const requestSigned = (url: string, method: string, path: string, params: Given): Promise<Answer> => {
  const query = toQueryString(params)
  const text = 'signature' in params ? query : `${query}&signature=${sign(query, API_SECRET)}`
  const headers = { 'X-MBX-APIKEY': API_KEY }
  if (method === 'GET' || method === 'DELETE') return request(`${url}${path}?${text}`, { method, headers })
  const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
  return request(`${url}${path}`, { method, headers: form, body: text })
}

export const request = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

export const listenTo = async (url: string): Promise<RecordedListener> => {
  const socket = new WebSocket(url)
  const messages: unknown[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const check of waiting) check()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    socket,
    messages,
    closed,
    until: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          const match = messages.find(wanted)
          if (match === undefined) return
          waiting.delete(check)
          resolve(match)
        }
        waiting.add(check)
        check()
      }),
  }
}

/** Creates a clock that starts at the current time and runs faster than the wall clock by a factor. */
export const fastClock = (times: number): Clock => {
  const begin = Date.now()
  return () => begin + Math.floor((Date.now() - begin) * times)
}

/** Creates a clock that starts at another instant, runs at normal speed, and can be set forward. */
export const settableClock = (startMs: number): { readonly clock: Clock; setTo(atMs: number): void } => {
  let ahead = startMs - Date.now()
  return {
    clock: () => Date.now() + ahead,
    setTo: (atMs) => {
      ahead = atMs - Date.now()
    },
  }
}

/** Creates a clock that starts at another instant and runs at normal speed. */
export const clockFrom = (startMs: number): Clock => {
  const begin = Date.now()
  return () => startMs + Date.now() - begin
}
