/** Benchmark of the emergency stop over HTTP under load: time from the request until the stop is durable. */

import { setTimeout } from 'node:timers/promises'
import { type ChildServer, startChild } from './child.ts'
import { assertLoad, ORDERS_PER_SECOND, RESTING } from './load.ts'
import { atMost, percentile, type Row, times } from './measure.ts'

const REPETITIONS = 30
const GOAL_MS = 100

/** Fields of the answer that this benchmark reads. */
interface StopAnswer {
  readonly latchedAt: string
  readonly steps: readonly { readonly step: string; readonly durationMs?: number | null }[]
}

/** Measures an emergency stop over HTTP under load, from the request until the stop is durable. */
export const httpStopRows = async (): Promise<Row[]> => {
  const server = await startChild('./stop-platform.ts')
  const publishedBefore = await server.request<number>('countPublished')
  const since = performance.now()
  await order(server, { type: 'MARKET', qty: '0.001' })
  const endLoad = raiseLoad(server)
  const durable: number[] = []
  for (let stop = 0; stop <= REPETITIONS; stop++) {
    await restOrders(server)
    const tookMs = await stopOnce(server)
    if (stop > 0) durable.push(tookMs)
    await server.request('lift')
  }
  endLoad()
  const events =
    ((await server.request<number>('countPublished')) - publishedBefore) / ((performance.now() - since) / 1_000)
  await server.stop()
  assertLoad(events)
  const at = (share: number): number => percentile(durable, share)
  return [
    {
      what: `POST emergency-stop under the same load, from the request to the durable latch (${durable.length} times)`,
      measured: `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`,
      against: `${GOAL_MS} ms`,
      ratio: times(GOAL_MS / at(0.99)),
      goals: [atMost(at(0.99), [GOAL_MS, 'ms'], 'p99')],
    },
  ]
}

const createHeaders = ({ token }: ChildServer) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

const order = async (server: ChildServer, fields: object): Promise<void> => {
  const body = JSON.stringify({ symbol: 'BTCUSDT', side: 'BUY', ...fields })
  const init = { method: 'POST', headers: createHeaders(server), body }
  await (await fetch(`${server.url}/api/v381/trading/order`, init)).arrayBuffer()
}

const readBestBid = async (server: ChildServer): Promise<number> => {
  const path = '/api/v381/market/tickers?symbol=BTCUSDT'
  const response = await fetch(server.url + path, { headers: createHeaders(server) })
  const { items } = (await response.json()) as { items: { bestBidPrice: string }[] }
  return Number(items[0]?.bestBidPrice)
}

const restOrders = async (server: ChildServer): Promise<void> => {
  const bid = await readBestBid(server)
  const placing = Array.from({ length: RESTING }, (_, place) =>
    order(server, { type: 'LIMIT', qty: '0.001', price: (bid * (0.995 - place / 10_000)).toFixed(1) }),
  )
  await Promise.all(placing)
}

/** Places orders that match nothing, at a constant rate, until stopped. */
const raiseLoad = (server: ChildServer): (() => void) => {
  const sinceMs = performance.now()
  let [orders, price] = [0, '60000.0']
  const updatePrice = async (): Promise<void> => {
    price = ((await readBestBid(server)) * 0.997).toFixed(1)
  }
  const place = (): void => {
    if (orders % ORDERS_PER_SECOND === 0) void updatePrice().catch(() => {})
    for (; orders < ((performance.now() - sinceMs) / 1_000) * ORDERS_PER_SECOND; orders++) {
      void order(server, { type: 'LIMIT', timeInForce: 'IOC', qty: '0.001', price }).catch(() => {})
    }
  }
  const placing = setInterval(place, 1_000 / ORDERS_PER_SECOND)
  return () => clearInterval(placing)
}

const stopOnce = async (server: ChildServer): Promise<number> => {
  await setTimeout(50)
  const requestedAtMs = Date.now()
  const response = await fetch(`${server.url}/api/emergency-stop`, { method: 'POST', headers: createHeaders(server) })
  const { latchedAt, steps } = (await response.json()) as StopAnswer
  const tookMs = steps.find(({ step }) => step === 'LATCH_DURABLE')?.durationMs
  if (tookMs == null) throw new Error('a stop was not durable')
  return Date.parse(latchedAt) - requestedAtMs + tookMs
}
