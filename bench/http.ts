/**
 * Benchmark of the HTTP API: authenticated reads per CPU second against bare `node:http`, and the latency of orders.
 */

import { startChild } from './child.ts'
import { measureIdleShare, measureOrders, READS, requestsPerCpuSecond } from './load-http.ts'
import { atLeast, atMost, median, type Row, times } from './measure.ts'

const PAIRS = 5

/** Measures reads through the full stack against the same bytes from bare `node:http`, and the latency of orders. */
export const httpRows = async (): Promise<Row[]> => {
  const rows: Row[] = []
  for (const path of READS) rows.push(await measureShare(path))
  rows.push(await orderLatency())
  return rows
}

const orderLatency = async (): Promise<Row> => {
  const platform = await startChild('./http-platform.ts')
  const { p50, p99, perSecond } = await measureOrders(platform)
  await platform.stop()
  return {
    what: 'POST order, 8 callers, until the exchange responds',
    measured: `p50 ${p50} ms, p99 ${p99} ms`,
    against: `${Math.round(perSecond).toLocaleString('en')} orders/s`,
    ratio: '—',
    goals: [atMost(p50, [3, 'ms'], 'p50'), atLeast(perSecond, [2_500, 'orders/s'])],
  }
}

const measureShare = async (path: string): Promise<Row> => {
  const platform = await startChild('./http-platform.ts', [path])
  const bare = await startChild('./http-bare.ts', [platform.url, platform.token, path])
  const idle = await measureIdleShare(platform)
  const pairs: { readonly ours: number; readonly bare: number }[] = []
  for (let pair = 0; pair <= PAIRS; pair++) {
    const ours = await requestsPerCpuSecond(platform, path, idle)
    const measured = { ours, bare: await requestsPerCpuSecond(bare, path, 0) }
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
