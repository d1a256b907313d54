import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../test/support/free-port.ts'
import { EXEC_ARGV } from './child.ts'
import { makeLargeStore } from './large-store.ts'
import { atMost, median, type Row, times } from './measure.ts'

const RUNS = 5
const GOAL_MS = 1_000
const MEMORY_GOAL_MIB = 180
const MEMORY_AFTER_MS = 10_000
const RESTARTS = 3
const RESTART_GOAL_MS = 1_500
const LARGE_BYTES = 1e9

/**
 * Measures the time from the command to the first ready response, on an empty store and on one of a gigabyte, and the
 * memory of the process.
 */
export const startRows = async (): Promise<Row[]> => {
  const runs: { readonly readyMs: number; readonly residentMib: number }[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measureEmptyStart())
  const readyMs = median(runs.map((run) => run.readyMs))
  const residentMib = median(runs.map((run) => run.residentMib))
  const restartMs = await measureRestarts()
  return [
    {
      what: 'start to ready, empty store, a week of history',
      measured: `${readyMs.toFixed(0)} ms`,
      against: `${GOAL_MS} ms`,
      ratio: times(GOAL_MS / readyMs),
      goals: [atMost(readyMs, [GOAL_MS, 'ms'])],
    },
    {
      what: 'warm restart to ready, store of 1 GB',
      measured: `${restartMs.toFixed(0)} ms`,
      against: `limit ${RESTART_GOAL_MS} ms`,
      ratio: times(RESTART_GOAL_MS / restartMs),
      goals: [atMost(restartMs, [RESTART_GOAL_MS, 'ms'])],
    },
    {
      what: 'resident memory ten seconds after it is ready',
      measured: `${residentMib.toFixed(0)} MiB`,
      against: `${MEMORY_GOAL_MIB} MiB`,
      ratio: times(MEMORY_GOAL_MIB / residentMib),
      goals: [atMost(residentMib, [MEMORY_GOAL_MIB, 'MiB'])],
    },
  ]
}

const measureEmptyStart = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const measured = await measureStart({ dataDir, stayMs: MEMORY_AFTER_MS })
  rmSync(dataDir, { recursive: true })
  return measured
}

/** Measures repeated starts on a store of a gigabyte. */
const measureRestarts = async (): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  await makeLargeStore(dataDir, LARGE_BYTES)
  const runs: number[] = []
  for (let run = 0; run < RESTARTS; run++) {
    const { readyMs } = await measureStart({ dataDir, stayMs: 0 })
    runs.push(readyMs)
  }
  rmSync(dataDir, { recursive: true })
  return median(runs)
}

interface Started {
  readonly dataDir: string
  /** Time after which the memory of the server is read. */
  readonly stayMs: number
}

/** Measures one start of the server, which is then ended. */
export const measureStart = async ({ dataDir, stayMs }: Started) => {
  const port = await findFreePort()
  const since = performance.now()
  const child = spawn(
    process.execPath,
    [...EXEC_ARGV, 'bin/plimsoll.js', 'start', '--port', String(port), '--data-dir', dataDir],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const closed = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (text) => {
    errors = `${errors}${text}`.slice(-2_000)
  })
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        const [code, signal] = await closed
        const end = signal ?? `exit code ${code}`
        throw new Error(`the server ended with ${end} before it was ready: ${errors.trim().replaceAll(/\s+/g, ' ')}`)
      }
      await setTimeout(10)
    }
    const readyMs = performance.now() - since
    await setTimeout(stayMs)
    const residentMib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
    return { readyMs, residentMib }
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`)
    .then(({ ok }) => ok)
    .catch(() => false)
