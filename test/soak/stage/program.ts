import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXEC_ARGV } from '../../../bench/child.ts'
import type { Json } from '../../support/order-stream.ts'

/** Program started like a user would start it, in a separate process. */
export interface Program {
  readonly child: ChildProcess
  /** Startup line of JSON with its address; undefined when the program ended first. */
  readonly banner: Promise<Json | undefined>
  /** Exit code, once the program has ended and all output is read. */
  readonly ended: Promise<number | null>
  readonly out: () => string
  /** Returns the last output on standard error. */
  readonly err: () => string
}

interface ProgramParts {
  /** Content of its standard input. */
  readonly input?: string
  /** Log file of its human-readable output. */
  readonly logPath?: string
  /** True when the first user gets a generated password. */
  readonly generatesPassword?: boolean
}

const program = fileURLToPath(new URL('../../../bin/plimsoll.js', import.meta.url))
const workplace = fileURLToPath(new URL('../../..', import.meta.url))

const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLIMSOLL_')))

const TAIL_CHARS = 20_000

/** Starts the program; the caller must end it. */
export const startProgram = (
  args: readonly string[],
  { input, logPath, generatesPassword }: ProgramParts = {},
): Program => {
  const env = { ...withoutSettings(), ...(!generatesPassword && { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' }) }
  const child = spawn(process.execPath, [...EXEC_ARGV, program, ...args], { env, cwd: workplace })
  const output = { out: '', err: '' }
  const first = Promise.withResolvers<Json | undefined>()
  child.stdout.on('data', (chunk: Buffer) => {
    output.out = (output.out + chunk).slice(-TAIL_CHARS)
    if (output.out.startsWith('{') && output.out.includes('\n')) first.resolve(bannerIn(output.out))
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output.err = (output.err + chunk).slice(-TAIL_CHARS)
    if (logPath) appendFileSync(logPath, chunk)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => code)
  void ended.then(() => first.resolve(undefined))
  return { child, banner: first.promise, ended, out: () => output.out, err: () => output.err }
}

const bannerIn = (out: string): Json => {
  try {
    return JSON.parse(out.slice(0, out.indexOf('\n')))
  } catch {
    return undefined
  }
}

/** Kills the program immediately, as on a power cut; resolves when it is gone. */
export const strike = async ({ child, ended }: Program): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}

/** Runs a host command to its end. */
export const runCommand = async (args: readonly string[], input?: string) => {
  const command = startProgram(args, input === undefined ? {} : { input })
  return { code: await command.ended, out: command.out(), err: command.err() }
}
