/**
 * Benchmark server in a child process: the parent sends it commands and reads its CPU and memory use; the child
 * executes them and ends with its parent.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Server in a child process. */
export interface ChildServer {
  readonly url: string
  readonly token: string
  readonly path: string
  /** Executes a named command in the server and returns its result. */
  request<T>(verb: string): Promise<T>
  /** Seconds of processor time used so far, and resident bytes. */
  usage(): Promise<{ readonly cpuSec: number; readonly residentBytes: number }>
  stop(): Promise<void>
}

/** Flags of V8's heap, as `npm start` sets them. */
export const EXEC_ARGV = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--initial-old-space-size=96']

export const startChild = async (file: string, args: readonly string[] = []): Promise<ChildServer> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: 'inherit', execArgv: EXEC_ARGV })
  const [address] = await next(child)
  const request = async <T>(verb: string): Promise<T> => {
    child.send(verb)
    return (await next(child))[0]
  }
  return {
    ...address,
    request,
    usage: () => request('usage'),
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

const next = (child: ChildProcess) => once(child, 'message', { signal: AbortSignal.timeout(120_000) })

/** Commands that a server executes for its parent; `stop` runs when the parent is gone. */
export type Verbs = Readonly<Record<string, () => Promise<unknown>>> & { readonly stop: () => Promise<unknown> }

/** Child side: sends the address, answers commands, and ends with its parent. */
export const serveParent = (address: { url: string; token: string; path: string }, verbs: Verbs): void => {
  const all: Verbs = { ...verbs, usage }
  process.on('message', (verb: string) => void all[verb]?.().then((value) => process.send?.(value ?? null)))
  process.on('disconnect', () => void verbs.stop().then(() => process.exit()))
  process.send?.(address)
}

const usage = async () => {
  const { user, system } = process.cpuUsage()
  return { cpuSec: (user + system) / 1e6, residentBytes: process.memoryUsage().rss }
}
