import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Program of this folder in a separate process. */
export interface Child {
  readonly pid: number
  /** Its output, line by line. */
  readonly lines: AsyncIterableIterator<string>
  /** Kills the program immediately, as on a power cut; resolves when it is gone. */
  kill(): Promise<void>
}

/** Runs `name` (a file of this folder) with the same Node as the tests. */
export const startChild = (name: string, ...args: readonly string[]): Child => {
  const program = fileURLToPath(new URL(name, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (!child.stdout || child.pid === undefined) throw new Error(`${name} did not start`)
  const exited = once(child, 'exit')
  return {
    pid: child.pid,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
