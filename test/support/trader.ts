import type { Json } from './order-stream.ts'
import { json, type TestPlatform } from './platform.ts'
import { expectAccount, expectPosition, type Recount, recount } from './recount.ts'

const API = '/api/v381'
const OPENING = '10000'

export interface Answered {
  readonly status: number
  readonly body: Json
  readonly headers: Headers
}

/** User with trading rights on a server of the test, with calls as in the README. */
export interface Trader {
  get(path: string): Promise<Json>
  text(path: string, accept: string): Promise<string>
  call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, key?: string): Promise<Answered>
}

export const aTrader = async ({ platform, token }: TestPlatform): Promise<Trader> => {
  const authorization = `Bearer ${await token({ role: 'TRADER', tier: 'PRO' })}`
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(platform.url + API + path, { ...init, headers: { authorization, ...init.headers } })
  return {
    get: async (path) => json(await send(path)),
    text: async (path, accept) => (await send(path, { headers: { accept } })).text(),
    async call(method, path, body, key) {
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const headers = { ...type, ...(key !== undefined && { 'idempotency-key': key }) }
      const response = await send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      return { status: response.status, body: await json(response), headers: response.headers }
    },
  }
}

export const readTicker = async (trader: Trader, symbol: string): Promise<Json> => {
  const { items } = await trader.get('/market/tickers')
  return items.find((ticker: Json) => ticker.symbol === symbol)
}

/** Recomputes the account from its trades and expects every figure to match; it must not trade meanwhile. */
export const expectWholeAccount = async (trader: Trader): Promise<Recount> => {
  const { items: trades } = await trader.get('/account/trades?limit=200')
  const { items: positions } = await trader.get('/trading/positions?status=OPEN,CLOSING,CLOSED')
  const counted = recount(OPENING, trades)
  for (const position of positions) expectPosition(position, counted)
  expectAccount(await trader.get('/account/balance'), await trader.get('/account/portfolio'), counted)
  return counted
}
