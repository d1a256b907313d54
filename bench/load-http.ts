/** Load of the HTTP benchmarks: requests per CPU second of a server without its idle work, and the latency of orders. */

import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { ChildServer } from './child.ts'

const CONNECTIONS = 32
const SECONDS = 3

/** Time after which the code of the order path is compiled; the first seconds of a server would measure the compiler. */
const WARM_UP_SECONDS = 3

/** Reads whose cost is measured. */
export const READS = [
  '/api/v381/market/orderbook/BTCUSDT?depth=50',
  '/api/v381/market/klines/BTCUSDT?limit=1000',
  '/api/v381/market/tickers',
] as const

export type LoadedServer = Pick<ChildServer, 'url' | 'token' | 'usage'>

/** Returns the CPU share of a server without requests: market, signals and monitor continue. */
export const measureIdleShare = async (server: LoadedServer): Promise<number> => {
  await setTimeout(SECONDS * 1_000)
  const before = await server.usage()
  const since = performance.now()
  await setTimeout(SECONDS * 1_000)
  const after = await server.usage()
  return ((after.cpuSec - before.cpuSec) * 1_000) / (performance.now() - since)
}

/** Returns the reads of `path` that the server answers in a second of CPU time, above its idle share. */
export const requestsPerCpuSecond = async (server: LoadedServer, path: string, idle: number): Promise<number> => {
  const before = await server.usage()
  const since = performance.now()
  const result = await autocannon({
    url: server.url + path,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${server.token}` },
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were refused`)
  const after = await server.usage()
  const background = (idle * (performance.now() - since)) / 1_000
  return result['2xx'] / (after.cpuSec - before.cpuSec - background)
}

/** Measures orders that the exchange accepts and that do not rest, from eight concurrent callers, after a warm-up. */
export const measureOrders = async ({ url, token }: Pick<ChildServer, 'url' | 'token'>): Promise<OrderTimes> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const read = await fetch(`${url}/api/v381/market/tickers?symbol=BTCUSDT`, { headers })
  const { items } = (await read.json()) as { items: { bestBidPrice: string }[] }
  const price = (Math.floor(Number(items[0]?.bestBidPrice) * 9.95) / 10).toFixed(1)
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.001', price, timeInForce: 'IOC' }
  const place = (duration: number) =>
    autocannon({
      url: `${url}/api/v381/trading/order`,
      method: 'POST',
      connections: 8,
      duration,
      headers,
      body: JSON.stringify(order),
    })
  await place(WARM_UP_SECONDS)
  const result = await place(SECONDS)
  if (result.non2xx > 0) throw new Error(`${result.non2xx} orders were refused`)
  if (result['2xx'] === 0) throw new Error('no order was answered')
  return { p50: result.latency.p50, p99: result.latency.p99, perSecond: result.requests.average }
}

interface OrderTimes {
  /** Milliseconds until the response of the exchange. */
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
}
