import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { EXEC_ARGV } from './child.ts'
import { atMost, median, type Row, times } from './measure.ts'

const RUNS = 5
const GOAL_MS = 1_000
const MEMORY_GOAL_MIB = 180

/**
 * Measures the time from the command to the first ready response on an empty store, and the memory the process then
 * holds.
 */
export const startRows = async (): Promise<Row[]> => {
  const runs: { readonly readyMs: number; readonly residentMib: number }[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measureStart(18_080 + run))
  const readyMs = median(runs.map((run) => run.readyMs))
  const residentMib = median(runs.map((run) => run.residentMib))
  return [
    {
      what: 'start to ready, empty store, a week of history',
      measured: `${readyMs.toFixed(0)} ms`,
      against: `${GOAL_MS} ms`,
      ratio: times(GOAL_MS / readyMs),
      goals: [atMost(readyMs, [GOAL_MS, 'ms'])],
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

const measureStart = async (port: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const since = performance.now()
  const child = spawn(
    process.execPath,
    [...EXEC_ARGV, 'bin/plimsoll.js', 'start', '--port', String(port), '--data-dir', dataDir],
    {
      stdio: 'ignore',
    },
  )
  while (!(await isReady(port))) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with exit code ${child.exitCode} before it was ready`)
    await setTimeout(10)
  }
  const readyMs = performance.now() - since
  await setTimeout(10_000)
  const residentMib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(dataDir, { recursive: true })
  return { readyMs, residentMib }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`)
    .then(({ ok }) => ok)
    .catch(() => false)
