import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pc from 'picocolors'
import { readFreeBytes } from '../server/adapters/store/disk.ts'
import { findBrowser } from '../test/support/browser.ts'
import { natsMissing } from '../test/support/nats.ts'

/**
 * Runs `npm test` in stages: builds in parallel with type checks, which take as long, then all tests in parallel with the
 * other static checks. Stops at the first stage that fails.
 */

type Stage = readonly [name: string, command: string, ...args: string[]]

/** Build of the client, which the console contains. */
const CLIENT: Stage = ['client', 'node', 'client/build.js']

/** The other builds that the tests use. */
const BUILDS: readonly Stage[] = [
  ['console', 'node', 'console/build.js'],
  ['server', 'node', 'server/build.js'],
  ['documentation', 'node', 'docs/site/build.js'],
]

/** The native compiler; `typescript` itself is the library that the client is generated with. */
const COMPILER = 'node_modules/typescript-native/bin/tsc'

/** Stores results per file for the next check and for tests that add files. */
const KEEP_RESULTS = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']

/** Type checks, which run before the tests. */
const TYPES: readonly Stage[] = [
  ['types', 'node', COMPILER, '-p', '.', '--singleThreaded', ...KEEP_RESULTS],
  ['console types', 'node', COMPILER, '-p', 'console', '--singleThreaded'],
]

/** Stores the compiled sources of a whole server, which every worker of the tests would compile anew after a checkout. */
const COMPILED: Stage = ['compiled sources', 'node', 'test/support/platform.ts']

/** Static checks beside the tests, run one at a time. */
const CHECKS: readonly Stage[] = [
  ['layers', 'node', 'scripts/layers.ts'],
  ['format and lint', 'biome', 'check', '.'],
  ['dead code', 'knip'],
  ['supply chain', 'node', 'scripts/supply-chain.ts'],
]

/** A file system in memory: with thousands of `fsync` calls, the tests would mostly wait for a disk. */
const IN_MEMORY = '/dev/shm'
/** The tests use about 200 MB of it at a time; the rest is for their processes. */
const FREE_MIN_BYTES = 4_000_000_000

/** Mode of a temporary directory of all users: PostgreSQL refuses to run as root. */
const ANYBODY = 0o1777

/** Returns a directory in memory for the files of the tests, if there is room, otherwise undefined. */
const temporaryDirectory = (): string | undefined => {
  if (process.env.TMPDIR) return
  if (Math.min(readFreeBytes(IN_MEMORY) ?? 0, process.availableMemory()) < FREE_MIN_BYTES) return
  const directory = mkdtempSync(join(IN_MEMORY, 'plimsoll-check-'))
  chmodSync(directory, ANYBODY)
  // Retries: after a failure, the stages that are being ended may still write files.
  process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return directory
}

const TMPDIR = temporaryDirectory()

/**
 * Environment of all stages. Fewer garbage collections make the native compiler a sixth faster without more memory;
 * compiled test sources are cached.
 */
const ENV = {
  ...(TMPDIR && { TMPDIR }),
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled-sources'),
  GOGC: '400',
  ...process.env,
}

/** Workers on a machine whose processors other programs use: with more of them, each test waits longer for its turn. */
const WORKERS_WHEN_BUSY = 3
const BUSY_SHARE = 0.5

/** Returns the share of all processors that programs of normal priority used during a second. */
const measureUse = async (): Promise<number> => {
  const before = readTimes()
  await setTimeout(1_000)
  const after = readTimes()
  return (after.used - before.used) / (after.total - before.total)
}

const readTimes = () => {
  const times = cpus().map((cpu) => cpu.times)
  const used = times.reduce((sum, { user, sys }) => sum + user + sys, 0)
  return { used, total: times.reduce((sum, { nice, idle, irq }) => sum + nice + idle + irq, used) }
}

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`

const running = new Set<ChildProcess>()

/** Runs a stage to its end and prints its output, live or as a whole. Ends all stages and exits when it fails. */
const run = async ([name, command, ...args]: Stage, live = false): Promise<void> => {
  const since = performance.now()
  if (live) console.error(pc.bold(`\n${name}`))
  const child = spawn(command, args, {
    stdio: live ? 'inherit' : 'pipe',
    shell: process.platform === 'win32',
    env: ENV,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', resolve))
  running.delete(child)
  if (!live) console.error(pc.bold(`\n${name}`) + (output && `\n${output.trimEnd()}`))
  if (code !== 0) {
    console.error(pc.red(`\n${name} failed after ${seconds(since)}.`))
    for (const other of running) other.kill()
    process.exit(1)
  }
  console.error(pc.dim(`${name} ok, ${seconds(since)}`))
}

const runInOrder = async (stages: readonly Stage[]): Promise<void> => {
  for (const stage of stages) await run(stage)
}

if (!existsSync('../shared/data')) {
  console.error('../shared/data is not beside the project: tests on recorded markets are counted as skipped.')
}
if (natsMissing !== undefined) console.error(`Tests of the bus over NATS are counted as skipped: ${natsMissing}.`)
const { why } = findBrowser()
if (why !== undefined) console.error(`Tests of the console in a browser are counted as skipped: ${why}.`)
const begun = performance.now()
const use = await measureUse()
const isBusy = use > BUSY_SHARE
if (isBusy) {
  console.error(
    `Other programs use ${Math.round(use * 100)}% of the processors: ${WORKERS_WHEN_BUSY} workers run the tests.`,
  )
}
const workers = isBusy ? [`--maxWorkers=${WORKERS_WHEN_BUSY}`] : []
const TESTS: Stage = ['tests', 'vitest', 'run', '--project', 'short', ...workers]
await run(CLIENT)
await Promise.all([runInOrder([...BUILDS, COMPILED]), runInOrder(TYPES)])
await Promise.all([run(TESTS, true), runInOrder(CHECKS)])
console.error(pc.green(`\nAll checks passed in ${seconds(begun)}.`))
