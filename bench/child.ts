import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, whose processor time can be asked for. */
export interface ChildServer {
  readonly url: string
  readonly token: string
  readonly path: string
  /** Seconds of processor time used so far, and resident bytes. */
  usage(): Promise<{ readonly cpuSec: number; readonly residentBytes: number }>
  stop(): Promise<void>
}

/** With the young generation that `npm start` gives it. */
const EXEC_ARGV = ['--max-semi-space-size=8']

export const startChild = async (file: string, args: readonly string[] = []): Promise<ChildServer> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: 'inherit', execArgv: EXEC_ARGV })
  const [address] = await next(child)
  return {
    ...address,
    async usage() {
      child.send('usage')
      return (await next(child))[0]
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

const next = (child: ChildProcess) => once(child, 'message', { signal: AbortSignal.timeout(30_000) })

/** The other side: tells the address, answers usage, and ends with its parent. */
export const serveParent = (
  address: { url: string; token: string; path: string },
  stop: () => Promise<unknown>,
): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSec: (user + system) / 1e6, residentBytes: process.memoryUsage().rss })
  })
  process.on('disconnect', () => void stop().then(() => process.exit()))
  process.send?.(address)
}
