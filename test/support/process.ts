import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Program started like a user would start it, in a separate process that does not outlive the test. */
export interface Run {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Exit code, once the program has ended and all output is read. */
  readonly ended: Promise<number | null>
}

export const aDirectory = (): string => mkdtempSync(join(tmpdir(), 'plimsoll-'))

const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLIMSOLL_')))

export const run = (args: readonly string[], env: Record<string, string> = {}, program = 'bin/plimsoll.js'): Run => {
  const child = spawn(process.execPath, [program, ...args], { env: { ...withoutSettings(), ...env } })
  const ended = once(child, 'close').then(([code]) => code)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  return {
    child,
    out: () => output.out,
    err: () => output.err,
    ended,
  }
}

/** Kills the program immediately, as on a power cut; resolves when it is gone. */
export const kill = async ({ child, ended }: Pick<Run, 'child' | 'ended'>): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}

export interface Banner {
  readonly url: string
  readonly market: string
  readonly symbols: readonly string[]
  readonly firstAdmin: {
    readonly username: string
    readonly generatedPassword: string | null
    readonly passwordFile: string | null
  } | null
}

/**
 * Starts a server and resolves with its address; throws with its output when it ends instead. By default it trades
 * nothing, receives few markets and keeps a day.
 */
export const startServer = async (
  args: readonly string[],
  env?: Record<string, string>,
  program?: string,
): Promise<Run & { banner: Banner }> => {
  const isSimulated = !['--exchange', '--replay'].some((flag) => args.includes(flag))
  const settings = {
    PLIMSOLL_AUTOTRADING: 'off',
    PLIMSOLL_TIMEFRAMES: '1h',
    ...(isSimulated && { PLIMSOLL_HISTORY_DAYS: '1', PLIMSOLL_SYMBOLS: 'BTCUSDT' }),
    ...env,
  }
  const server = run(['start', '--json', '--port', '0', ...args], settings, program)
  while (!server.out().includes('\n')) {
    const more = once(server.child.stdout ?? server.child, 'data')
    const code = await Promise.race([more.then(() => undefined), server.ended.then((ended) => ended ?? -1)])
    if (code !== undefined) throw new Error(`the server ended with ${code}: ${server.err()}`)
  }
  return { ...server, banner: JSON.parse(server.out()) }
}

/** Polling interval, long enough not to slow the awaited work. */
export const POLL_MS = 50

export const untilReady = async ({ banner }: { banner: Banner }): Promise<void> => {
  while ((await fetch(`${banner.url}/readyz`)).status !== 200) await setTimeout(POLL_MS)
}
