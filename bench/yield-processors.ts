import { execFileSync } from 'node:child_process'
import { setPriority } from 'node:os'

const LOWEST_PRIORITY = 19

/**
 * Yields the processors to all other programs, for a process that runs on another machine outside benchmarks: on Linux,
 * a thread of idle priority is interrupted as soon as another one can run, whereas one of low priority finishes its time
 * slice.
 */
export const yieldProcessors = (): void => {
  setPriority(LOWEST_PRIORITY)
  if (process.platform !== 'linux') return
  execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)])
}
