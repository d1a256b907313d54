/** Benchmark of a gateway: reads per CPU second and the latency of orders, against a single server on the same exchange. */

import type { ChildServer } from './child.ts'
import { measureIdleShare, measureOrders, READS, requestsPerCpuSecond } from './load-http.ts'
import { atLeast, atMost, median, type Row, times } from './measure.ts'
import { openSharedServers } from './shared-servers.ts'

const PAIRS = 5

/** Measures reads and orders through a gateway and an engine with PostgreSQL, in turns with a single server. */
export const gatewayRows = async (): Promise<Row[]> => {
  await using resources = new AsyncDisposableStack()
  const servers = await openSharedServers(resources)
  const single = await servers.startSingle('single')
  const gateway = await servers.startGateway('gateway')
  const rows: Row[] = []
  const idle = { single: await measureIdleShare(single), gateway: await measureIdleShare(gateway) }
  for (const path of READS) {
    const pairs: { readonly ours: number; readonly other: number }[] = []
    for (let pair = 0; pair <= PAIRS; pair++) {
      const other = await requestsPerCpuSecond(single, path, idle.single)
      const ours = await requestsPerCpuSecond(gateway, path, idle.gateway)
      if (pair > 0) pairs.push({ ours, other })
    }
    rows.push(toRow(path, pairs))
  }
  rows.push(await compareOrders(single, gateway))
  return rows
}

const toRow = (path: string, pairs: readonly { readonly ours: number; readonly other: number }[]): Row => {
  const share = median(pairs.map(({ ours, other }) => ours / other))
  const figure = (values: number[]): string => `${Math.round(median(values)).toLocaleString('en')} requests/CPU s`
  return {
    what: `GET ${path} through a gateway`,
    measured: figure(pairs.map(({ ours }) => ours)),
    against: `single server: ${figure(pairs.map(({ other }) => other))}`,
    ratio: times(share),
    goals: [atLeast(share, [0.9, '×'])],
  }
}

const compareOrders = async (single: ChildServer, gateway: ChildServer): Promise<Row> => {
  const rounds: { readonly ours: number; readonly other: number }[] = []
  for (let round = 0; round <= PAIRS; round++) {
    const other = (await measureOrders(single)).p50
    const ours = (await measureOrders(gateway)).p50
    if (round > 0) rounds.push({ ours, other })
  }
  const ratio = median(rounds.map(({ ours, other }) => ours / other))
  return {
    what: 'POST order through a gateway, 8 callers, paper exchange',
    measured: `p50 ${median(rounds.map(({ ours }) => ours))} ms`,
    against: `single server: p50 ${median(rounds.map(({ other }) => other))} ms`,
    ratio: times(ratio),
    goals: [atMost(ratio, [1.5, '×'])],
  }
}
