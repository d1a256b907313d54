/**
 * Starts and ends the child process of a research job, limits its memory, and defines the messages between it and the
 * server.
 */

import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { ResearchJob } from '../../../contract/research.ts'
import type { BacktestRequest, SearchRequest, WalkRequest } from '../../cli/research-parts.ts'
import { SECOND_MS } from '../../core/instant.ts'

/**
 * Starts the process of a job with its own priority and without the secrets of the environment; the returned function
 * ends it.
 */
export const startJobProcess = (
  { task, heapMaxBytes, memoryMaxBytes, niceness }: StartedProcess,
  { onProgress, onEnd }: ProcessEvents,
): ((how: 'cancel' | 'kill') => void) => {
  const child = fork(PROCESS, [], {
    execArgv: [
      `--max-old-space-size=${Math.ceil(heapMaxBytes / 2 ** 20)}`,
      '--max-semi-space-size=8',
      '--disable-sigusr1',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid, niceness)
  let outcome: { readonly resultId: string } | JobFault | undefined
  let trace = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    trace = `${trace}${chunk}`.slice(-TRACE_MAX)
  })
  child.on('message', (message: JobMessage) => {
    if (message.kind === 'finished') outcome = { resultId: message.resultId }
    else if (message.kind === 'failed') outcome = message.fault
    else if (message.memoryBytes > memoryMaxBytes) {
      outcome = OUT_OF_MEMORY
      child.kill('SIGKILL')
    } else onProgress(message.progress, message.note)
  })
  let hasEnded = false
  const settle = (code: number | null, signal: string | null): void => {
    if (hasEnded) return
    hasEnded = true
    onEnd(outcome ?? (/heap out of memory/.test(trace) ? OUT_OF_MEMORY : describeEnd(code, signal, trace)))
  }
  child.on('error', (error) => settle(null, error.message))
  child.on('close', settle)
  child.send(task, () => {})
  return (how) => {
    if (how === 'kill') return void child.kill('SIGKILL')
    if (child.connected) child.send({ kind: 'cancel' }, () => {})
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }
}

/** Task of a research job's child process. */
export type JobTask =
  | { readonly kind: 'backtest'; readonly request: BacktestRequest }
  | { readonly kind: 'optimise'; readonly request: SearchRequest }
  | { readonly kind: 'walk-forward'; readonly request: WalkRequest }

type JobFault = NonNullable<ResearchJob['fault']>

/** Message from the process of a job. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly progress: number; readonly note: string | null; readonly memoryBytes: number }
  | { readonly kind: 'finished'; readonly resultId: string }
  | { readonly kind: 'failed'; readonly fault: JobFault }

/** Time for a cancelled process to exit by itself. */
const GRACE_MS = 10 * SECOND_MS

/** Path next to this module, in the sources and in the bundle. */
const PROCESS = new URL(import.meta.url.endsWith('.ts') ? './job-process.ts' : './job-process.js', import.meta.url)

/** A task with its memory limits. */
export interface StartedTask {
  readonly task: JobTask
  /** Heap limit of each thread, within which it collects garbage. */
  readonly heapMaxBytes: number
  /** Process memory above which the process is killed. */
  readonly memoryMaxBytes: number
}

interface StartedProcess extends StartedTask {
  /** Priority as defined by the operating system: 19 is the lowest. */
  readonly niceness: number
}

interface ProcessEvents {
  readonly onProgress: (progress: number, note: string | null) => void
  readonly onEnd: (outcome: { readonly resultId: string } | JobFault) => void
}

/** If the operating system refuses, the process runs at normal priority. */
const lowerPriority = (pid: number, niceness: number): void => {
  try {
    setPriority(pid, niceness)
  } catch {}
}

const TRACE_MAX = 4_000

const OUT_OF_MEMORY: JobFault = {
  code: 'OUT_OF_MEMORY',
  message: 'The process exceeded the memory limit for jobs and was stopped.',
  remedy: 'Choose a shorter range or fewer symbols, or run it on another machine with the host command.',
}

const describeEnd = (code: number | null, signal: string | null, trace: string): JobFault => {
  const reason = trace.match(/^\w*Error: .+$/m)?.[0] ?? `exit code ${code}, signal ${signal}`
  return {
    code: 'PROCESS_ENDED',
    message: `The process ended: ${reason}.`,
    remedy: 'Start it again. If it fails again, see the server log.',
  }
}
