import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program of this folder in a process of its own. */
export interface Child {
  readonly pid: number
  /** What it prints, line by line. */
  readonly lines: AsyncIterableIterator<string>
  /** As the kernel would on a power cut: at once, without a word; resolves when it is gone. */
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
