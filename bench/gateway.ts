/** Benchmark of a gateway: reads per CPU second and the latency of orders, against a single server on the same exchange. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres.ts'
import { openStage } from '../test/venue-wire/venue-stage.ts'
import { type ChildServer, startChild } from './child.ts'
import { measureIdleShare, measureOrders, READS, requestsPerCpuSecond } from './load-http.ts'
import { atLeast, atMost, median, type Row, times } from './measure.ts'

const PAIRS = 5

/** User of both servers. */
const LOGIN = { username: 'bench', password: 'benches measure, they do not guess' }

const CONSTITUTION = {
  limits: { ordersPerSecond: 100_000, ordersPerMinute: 1_000_000, duplicateWindowMs: 0 },
  data: { maxCommitP99Ms: 10_000, maxClockErrorMs: 5_000, maxBookAgeMs: 30_000, maxMarkAgeMs: 60_000 },
}

/** Measures reads and orders through a gateway and an engine with PostgreSQL, in turns with a single server. */
export const gatewayRows = async (): Promise<Row[]> => {
  await using resources = new AsyncDisposableStack()
  const { single, gateway } = await openServers(resources)
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

/** Starts an exchange, PostgreSQL and an engine, and in child processes a gateway and a single server. */
const openServers = async (resources: AsyncDisposableStack) => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-gateway-'))
  resources.defer(() => rmSync(directory, { recursive: true, force: true }))
  const constitution = join(directory, 'constitution.json')
  writeFileSync(constitution, JSON.stringify(CONSTITUTION))
  const store = resources.adopt(await startPostgres(), (server) => server.stop())
  const exchange = resources.adopt(await openStage(), (stage) => stage.close())
  const common = {
    ...{ exchange: 'binanceusdm', exchangeUrl: exchange.url, execution: 'paper', symbols: 'BTCUSDT' },
    ...{ autotrading: 'off', logLevel: 'silent', constitution },
  }
  const shared = { account: 'bench', store: store.url }
  const start = async (name: string, more: object): Promise<ChildServer> => {
    const settings = { ...common, ...more, ...LOGIN, dataDir: join(directory, name) }
    return resources.adopt(await startChild('./shared-platform.ts', [JSON.stringify(settings)]), (child) =>
      child.stop(),
    )
  }
  resources.defer(await startEngine({ ...common, ...shared, dataDir: join(directory, 'engine') }))
  return { single: await start('single', {}), gateway: await start('gateway', shared) }
}

/** Starts an engine, and resolves when it is active; the returned function ends it. */
const startEngine = async (settings: Readonly<Record<string, string>>): Promise<() => Promise<void>> => {
  const toFlag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const flags = Object.entries(settings).flatMap(([name, value]) => [toFlag(name), value])
  const child = spawn(process.execPath, ['bin/plimsoll.js', 'engine', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('"state":"ACTIVE"')) resolve()
    })
    child.once('exit', () => reject(new Error(`the engine ended: ${output}`)))
  })
  return async () => {
    child.kill()
    await ended
  }
}
