/** Entry point of the process that runs one research job. */

import { getPriority } from 'node:os'
import { errorMessage } from '../../core/errors.ts'
import { hostClocks } from '../clocks.ts'
import { historyReader, tradesReader } from '../stored-history.ts'
import type { JobMessage, JobTask } from './job-child.ts'
import { openResearch } from './research.ts'

/** Minimum interval of progress messages. */
const REPORT_EVERY_MS = 200

const ending = new AbortController()
const send = (message: JobMessage): void => void process.send?.(message)

const research = openResearch({
  now: hostClocks.wall,
  readHistory: historyReader,
  readTrades: tradesReader,
  abortOnSignal: () => ending.signal,
  niceness: getPriority(),
})

let reportedMs = 0
const report = (progress: number, note: string | null): void => {
  const nowMs = hostClocks.monotonic()
  if (nowMs - reportedMs < REPORT_EVERY_MS) return
  reportedMs = nowMs
  send({ kind: 'progress', progress, note, memoryBytes: process.memoryUsage.rss() })
}

const run = async (task: JobTask): Promise<string> => {
  if (task.kind === 'backtest') {
    const onProgress = ({ doneMs, totalMs }: { doneMs: number; totalMs: number }) => report(doneMs / totalMs, null)
    return (await research.backtest(task.request, onProgress)).record.runId
  }
  const { trials: total } = task.request
  let best: number | null = null
  let done = 0
  const describe = (value: number | null): string => {
    if (value !== null) best = Math.max(best ?? value, value)
    return best === null ? '' : `, best ${best.toFixed(2)}`
  }
  if (task.kind === 'optimise') {
    const finished = await research.optimise(task.request, ({ trial }) => {
      done++
      report(done / total, `trial ${done} of ${total}${describe(trial.value)}`)
    })
    return finished.searchId
  }
  const finished = await research.walkForward(task.request, ({ trial, window, windows }) => {
    done++
    report(done / (windows * total), `window ${window} of ${windows}, trial ${trial.number + 1} of ${total}`)
  })
  return finished.walkId
}

const toFault = (error: unknown): Extract<JobMessage, { kind: 'failed' }> => {
  const { code = 'FAILED', remedy = '' } = (error instanceof Error && 'fault' in error ? error.fault : error) as {
    readonly code?: string
    readonly remedy?: string
  }
  return { kind: 'failed', fault: { code, message: errorMessage(error), remedy } }
}

process.once('disconnect', () => ending.abort())
process.on('message', async (message: JobTask | { readonly kind: 'cancel' }) => {
  if (message.kind === 'cancel') return ending.abort()
  send(await run(message).then((resultId): JobMessage => ({ kind: 'finished', resultId }), toFault))
  process.disconnect()
})
