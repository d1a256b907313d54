/** Worker thread of one user strategy: starts it with memory and output limits, and waits until its file is loaded. */

import { Worker } from 'node:worker_threads'
import type { Params } from '../../domain/signal/strategy.ts'
import { type Described, firstLine, type ThreadMessage, type ThreadOptions } from './message.ts'

/** Handle of the worker thread that runs one strategy. */
export interface Thread {
  readonly worker: Worker
  /** Number of bars processed. */
  barsDone(): number
}

/** Strategy file that was loaded, with its thread and definition. */
export interface Loaded {
  readonly path: string
  readonly thread: Thread
  readonly definition: Described
}

/** File that is not run, with the reason. */
export interface FaultyFile {
  readonly path: string
  readonly fault: string
}

/** Path next to this module, in the sources and in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/** Heap limit in megabytes. */
const MEMORY_MAX_MB = 128

/** Starts a thread that shares nothing with the engine but its arguments; its output arrives line by line. */
export const startThread = (path: string, print: (line: string) => void, params: Params = {}): Thread => {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const order: ThreadOptions = { path, params, progress }
  const worker = new Worker(THREAD, {
    workerData: order,
    argv: [],
    env: {},
    // A folder of scripts has no package.json that declares their module type.
    execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB, maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  printLines(worker, print)
  return { worker, barsDone: () => Atomics.load(progress, 0) }
}

/**
 * Waits for the thread's first message and resolves with the loaded strategy, or a fault if the file cannot be run or
 * sends nothing in time.
 */
export const untilLoaded = (path: string, thread: Thread, timeoutMs: number): Promise<Loaded | FaultyFile> => {
  const { worker } = thread
  const loaded = Promise.withResolvers<Loaded | FaultyFile>()
  const give = (fault: string): void => {
    loaded.resolve({ path, fault })
    void worker.terminate()
  }
  const late = setTimeout(() => give(`it was not loaded within ${timeoutMs / 1_000} s`), timeoutMs)
  const onMessage = (message: ThreadMessage): void => {
    if (message.kind === 'loaded') loaded.resolve({ path, thread, definition: message.definition })
    else if (message.kind === 'fault') give(message.reason)
  }
  const onError = (error: unknown): void => give(describeEnd(error))
  const onExit = (code: number): void => give(`it exited with code ${code}`)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  return loaded.promise.finally(() => {
    clearTimeout(late)
    worker.off('message', onMessage).off('exit', onExit)
  })
}

/** Returns a description of why a thread ended. */
export const describeEnd = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `it used more than ${MEMORY_MAX_MB} MB of memory`
    : firstLine(error)

/** Maximum number of characters of output per run; further output is dropped. */
const PRINTED_MAX = 65_536

const printLines = ({ stdout, stderr }: Worker, print: (line: string) => void): void => {
  let left = PRINTED_MAX
  const onText = (text: string): void => {
    if (left <= 0) return
    const lines = text.slice(0, left).split('\n')
    left -= text.length
    for (const line of lines) if (line.trim() !== '') print(line)
    if (left <= 0) print('… (too much output; the rest is omitted)')
  }
  stdout.setEncoding('utf8').on('data', onText)
  stderr.setEncoding('utf8').on('data', onText)
}
