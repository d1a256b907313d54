import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { startProgram } from '../soak/stage/program.ts'
import type { Json } from '../support/order-stream.ts'

type RoleName = 'ADMIN' | 'TRADER' | 'OPERATOR' | 'VIEWER'

/** Server in a separate process, on loopback, with its own data directory. */
export interface TargetServer {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** A token of a new PRO user with this role. */
  token(role: RoleName): Promise<string>
  /** Result of a verb of the host's socket; throws with the refusal. */
  host(verb: string, args?: unknown): Promise<Json>
  /** Resident memory, MB; 0 when the process has ended. */
  rssMb(): number
  /** Open file descriptors; 0 when the process has ended. */
  descriptors(): number
  isRunning(): boolean
  /** Returns its last output on standard output. */
  out(): string
  /** Returns its last output on standard error. */
  log(): string
  close(): Promise<void>
}

const PASSWORD = 'tall ships sail on wednesdays'
const POLL_MS = 50

/** Starts a server without autotrading that has generated the password of its first user; resolves when it is ready. */
export const startTargetServer = async (flags: readonly string[] = []): Promise<TargetServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-attack-'))
  const quiet = ['--autotrading', 'off', '--timeframes', '1h', '--history-days', '1', '--symbols', 'BTCUSDT']
  const program = startProgram(['start', '--json', '--port', '0', '--data-dir', dataDir, ...quiet, ...flags], {
    generatesPassword: true,
  })
  const { child, ended } = program
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const banner = await program.banner
  if (!banner) {
    await close()
    throw new Error(`the server did not start: ${program.err()}`)
  }
  const pid = child.pid ?? 0
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const host = async (verb: string, args: unknown = {}): Promise<Json> => {
    const answer = await callHost(getSocketPath(dataDir), verb, args)
    if (answer.ok && answer.value.ok) return answer.value.value
    throw new Error(`${verb} is answered with ${JSON.stringify(answer)}`)
  }
  let users = 0
  const server: TargetServer = {
    url: banner.url,
    port: Number(new URL(banner.url).port),
    pid,
    dataDir,
    async token(role) {
      const username = `user-${++users}`
      await host('user.add', { username, roles: [role], tier: 'PRO', password: PASSWORD })
      const { accessToken } = await host('token.mint', { username, ttlMs: 3_600_000 })
      return accessToken
    },
    host,
    rssMb: () => (isRunning() ? readRssMb(pid) : 0),
    descriptors: () => (isRunning() ? countDescriptors(pid) : 0),
    isRunning,
    out: program.out,
    log: program.err,
    close,
  }
  await untilReady(server).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return server
}

const READY_WITHIN_MS = 60_000

const untilReady = async ({ url, isRunning }: TargetServer): Promise<void> => {
  const untilMs = performance.now() + READY_WITHIN_MS
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    if (!isRunning() || performance.now() > untilMs) throw new Error('the server did not become ready')
    await setTimeout(POLL_MS)
  }
}

const readRssMb = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1_024)
}

const countDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
