/**
 * Benchmark of the HTTP API: authenticated reads per CPU second against bare `node:http`, and the latency of orders.
 */

import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type ChildServer, startChild } from './child.ts'
import { atLeast, atMost, median, type Row, times } from './measure.ts'

const CONNECTIONS = 32
const SECONDS = 3
const PAIRS = 5

/** Measures reads through the full stack against the same bytes from bare `node:http`, and the latency of orders. */
export const httpRows = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const path of [
    '/api/v381/market/orderbook/BTCUSDT?depth=50',
    '/api/v381/market/klines/BTCUSDT?limit=1000',
    '/api/v381/market/tickers',
  ]) {
    rows.push(await measureShare(path))
  }
  rows.push(await orderLatency())
  return rows
}

/** Measures orders that the exchange accepts and that do not rest, from eight concurrent callers. */
const orderLatency = async (): Promise<Row> => {
  const platform = await startChild('./http-platform.ts', ['/api/v381/trading/order'])
  const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' }
  const read = await fetch(`${platform.url}/api/v381/market/tickers?symbol=BTCUSDT`, { headers })
  const { items } = (await read.json()) as { items: { bestBidPrice: string }[] }
  const price = (Math.floor(Number(items[0]?.bestBidPrice) * 9.95) / 10).toFixed(1)
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.001', price, timeInForce: 'IOC' }
  const result = await autocannon({
    url: platform.url + platform.path,
    method: 'POST',
    connections: 8,
    duration: SECONDS,
    headers,
    body: JSON.stringify(order),
  })
  await platform.stop()
  if (result.non2xx > 0) throw new Error(`${result.non2xx} orders were refused`)
  return {
    what: 'POST order, 8 callers, to the answer of the exchange',
    measured: `p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`,
    against: `${Math.round(result.requests.average).toLocaleString('en')} orders/s`,
    ratio: '—',
    goals: [atMost(result.latency.p50, [3, 'ms'], 'p50'), atLeast(result.requests.average, [2_500, 'orders/s'])],
  }
}

const measureShare = async (path: string): Promise<Row> => {
  const platform = await startChild('./http-platform.ts', [path])
  const bare = await startChild('./http-bare.ts', [platform.url, platform.token, path])
  const idle = await measureIdleShare(platform)
  const pairs: { readonly ours: number; readonly bare: number }[] = []
  for (let pair = 0; pair <= PAIRS; pair++) {
    const measured = { ours: await requestsPerCpuSecond(platform, idle), bare: await requestsPerCpuSecond(bare, 0) }
    if (pair > 0) pairs.push(measured)
  }
  await bare.stop()
  await platform.stop()
  const share = median(pairs.map(({ ours, bare: other }) => ours / other))
  const figure = (values: number[]): string => `${Math.round(median(values)).toLocaleString('en')} requests/CPU s`
  return {
    what: `GET ${path}`,
    measured: figure(pairs.map(({ ours }) => ours)),
    against: `bare node:http, same bytes: ${figure(pairs.map(({ bare: other }) => other))}`,
    ratio: times(share),
    goals: [atLeast(share, [0.8, '×'])],
  }
}

/** Returns the CPU share of a server without requests: market, signals and monitor continue. */
const measureIdleShare = async (server: ChildServer): Promise<number> => {
  await setTimeout(SECONDS * 1_000)
  const before = await server.usage()
  const since = performance.now()
  await setTimeout(SECONDS * 1_000)
  const after = await server.usage()
  return ((after.cpuSec - before.cpuSec) * 1_000) / (performance.now() - since)
}

const requestsPerCpuSecond = async (server: ChildServer, idle: number): Promise<number> => {
  const before = await server.usage()
  const since = performance.now()
  const result = await autocannon({
    url: server.url + server.path,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${server.token}` },
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were refused`)
  const after = await server.usage()
  const background = (idle * (performance.now() - since)) / 1_000
  return result['2xx'] / (after.cpuSec - before.cpuSec - background)
}
