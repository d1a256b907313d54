import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDirectory, startServer, untilReady } from '../support/process.ts'
import { type CodeBlock, readCodeBlocks } from './code-blocks.ts'
import { DOCUMENTS } from './documents.ts'

/** Programs are started, and the client is built. */
const PATIENCE_MS = 120_000
/** Time after its first output at which a command that follows the stream is ended. */
const FOLLOW_MS = 3_000
/** Length of a failed session's output that is enough to find the cause. */
const OUTPUT_MAX = 2_000

interface Blocks {
  readonly file: string
  readonly blocks: readonly CodeBlock[]
}

const findSessions = (language: string, how: string): Blocks[] =>
  DOCUMENTS.map((file) => ({
    file,
    blocks: readCodeBlocks(file).filter((block) => block.language === language && block.how === how),
  })).filter(({ blocks }) => blocks.length > 0)

const isMissing = (command: string, ...args: string[]): boolean => spawnSync(command, args).status !== 0

/** Inside the project, where a module finds its dependencies. */
const folder = resolve('node_modules/.cache', `docs-sessions-${process.pid}`)
beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  spawnSync(process.execPath, ['client/build.js'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server, and what runs programs against it. */
const startSession = async () => {
  const directory = aDirectory()
  const server = await startServer(['--data-dir', directory], {
    PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:qm4t-7hxa-p2ve-k9wd-3rzn',
    PLIMSOLL_SYMBOLS: 'BTCUSDT,ETHUSDT,SOLUSDT',
  })
  await untilReady(server)
  const { url } = server.banner
  const host = ['bin/plimsoll.js', 'token', '--user', 'admin', '--data-dir', directory]
  const token = spawnSync(process.execPath, host, { encoding: 'utf8' }).stdout.trim()
  const env = { ...process.env, TOKEN: token, PLIMSOLL_DATA_DIR: directory }
  return {
    /** The text of a document with the address of this server. */
    pointed: (text: string) => text.replaceAll('127.0.0.1:8080', new URL(url).host),
    run: (command: string, args: readonly string[], onOutput: Program['onOutput'] = () => {}) =>
      runProgram({ command, args, env, onOutput }),
  }
}

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Called at the first output. */
  readonly onOutput: (child: ChildProcess) => void
}

const runProgram = async ({ command, args, env, onOutput }: Program) => {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stdout.once('data', () => onOutput(child))
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

const SHELL_PRELUDE = `
set -euo pipefail
npx() {
  while [ "$1" != plimsoll ]; do shift; done
  shift
  '${process.execPath}' '${resolve('bin/plimsoll.js')}' "$@"
}
call() { curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
node() { '${process.execPath}' "$@"; }
cd "$PLIMSOLL_DATA_DIR"
curl() { command curl --fail-with-body "$@"; }
trap 'echo "failed in the block at line $LINE" >&2' ERR
`

/** All blocks of a document in one shell, as a reader would type them one after the other; an answer of 4xx or 5xx fails. */
const shellSession = (blocks: readonly CodeBlock[]): string =>
  SHELL_PRELUDE + blocks.map(({ line, text }) => `LINE=${line}\n${text}\n`).join('')

type Session = Awaited<ReturnType<typeof startSession>>

const runShell = async ({ pointed, run }: Session, { file, blocks }: Blocks): Promise<void> => {
  const { code, out, err } = await run('bash', ['-c', pointed(shellSession(blocks))])
  expect([file, code], `${err}\n${out.slice(-OUTPUT_MAX)}`).toEqual([file, 0])
}

const runTypeScript = async ({ pointed, run }: Session, { file, blocks }: Blocks): Promise<void> => {
  const path = resolve(folder, `${file.replaceAll('/', '-')}.mjs`)
  const prelude = `const token = process.env.TOKEN\nprocess.once('SIGTERM', () => process.exit())\n`
  writeFileSync(path, prelude + stripTypeScriptTypes(pointed(blocks.map(({ text }) => text).join('\n'))))
  const end = (child: ChildProcess): unknown => setTimeout(() => child.kill(), FOLLOW_MS)
  const { code, out, err } = await run(process.execPath, [path], end)
  expect([file, code, err]).toEqual([file, 0, ''])
  expect(out).not.toBe('')
}

const runPython = async ({ pointed, run }: Session, { file, blocks }: Blocks): Promise<void> => {
  const { code, err } = await run('python3', ['-c', pointed(blocks.map(({ text }) => text).join('\n'))])
  expect([file, code], err).toEqual([file, 0])
}

const hasShell = !isMissing('bash', '--version') && !isMissing('curl', '--version')
const hasPython = !isMissing('python3', '-c', 'import websockets')

it.skipIf(!hasShell)('requires bash and curl for the commands', () => expect(hasShell).toBe(true))
it.skipIf(!hasPython)('requires python3 with websockets for the Python programs', () => expect(hasPython).toBe(true))

it(
  'runs the commands and programs of every document against one server',
  async () => {
    const session = await startSession()
    if (hasPython) for (const blocks of findSessions('python', 'server')) await runPython(session, blocks)
    for (const blocks of findSessions('ts', 'client')) await runTypeScript(session, blocks)
    if (hasShell) for (const blocks of findSessions('bash', 'server')) await runShell(session, blocks)
  },
  PATIENCE_MS,
)
