/**
 * Processes of one account in paper trading on a local exchange: an engine with PostgreSQL, its gateways, and single
 * servers to compare them with.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres.ts'
import { openStage } from '../test/venue-wire/venue-stage.ts'
import { type ChildServer, startChild } from './child.ts'

/** User of all servers. */
const LOGIN = { username: 'bench', password: 'benches measure, they do not guess' }

const CONSTITUTION = {
  limits: { ordersPerSecond: 100_000, ordersPerMinute: 1_000_000, duplicateWindowMs: 0 },
  data: { maxCommitP99Ms: 10_000, maxClockErrorMs: 5_000, maxBookAgeMs: 30_000, maxMarkAgeMs: 60_000 },
}

export interface SharedServers {
  readonly storeUrl: string
  getDirectory(name: string): string
  /** Starts a gateway of the engine; resolves when it is ready. */
  startGateway(name: string): Promise<ChildServer>
  /** Starts a server without a store on the same exchange; resolves when it is ready. */
  startSingle(name: string): Promise<ChildServer>
}

/** Starts an exchange, PostgreSQL and an engine. */
export const openSharedServers = async (resources: AsyncDisposableStack): Promise<SharedServers> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-shared-'))
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
  const getDirectory = (name: string): string => join(directory, name)
  const start = async (name: string, more: object): Promise<ChildServer> => {
    const settings = { ...common, ...more, ...LOGIN, dataDir: getDirectory(name) }
    return resources.adopt(await startChild('./shared-platform.ts', [JSON.stringify(settings)]), (child) =>
      child.stop(),
    )
  }
  resources.defer(await startEngine({ ...common, ...shared, dataDir: getDirectory('engine') }))
  return {
    storeUrl: store.url,
    getDirectory,
    startGateway: (name) => start(name, shared),
    startSingle: (name) => start(name, {}),
  }
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
