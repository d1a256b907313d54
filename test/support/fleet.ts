import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { API_KEY, API_SECRET, openStage, type VenueStage } from '../venue-wire/venue-stage.ts'
import { startPostgres, type TestPostgres, toPatientUrl } from './postgres.ts'
import { sealKeys } from './seal-keys.ts'

/** Passphrase of the keys of the engines. */
export const PASSPHRASE = 'canary passphrase 4711'
/** Password of the first user, `admin`, and of those a test adds. */
export const PASSWORD = 'tall ships sail on wednesdays'

/** Constitution of a fleet whose limits ignore a busy disk and a busy processor. */
export const SLOW_FLEET_LIMITS = {
  data: { maxCommitP99Ms: 10_000, maxClockErrorMs: 5_000, maxBookAgeMs: 30_000, maxMarkAgeMs: 60_000 },
}

/** Process of the fleet. */
export interface Member {
  readonly name: string
  readonly child: ChildProcess
  readonly output: () => string
  /** Exit code; null after a signal. */
  readonly ended: Promise<number | null>
}

export interface GatewayMember extends Member {
  readonly url: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many routes
  readonly body: any
}

interface Call {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
  readonly key?: string
  readonly account?: string
}

/** Processes of one account on one machine: PostgreSQL, an exchange, engines and gateways. */
export interface Fleet {
  readonly store: TestPostgres
  readonly exchange: VenueStage
  getDirectory(name: string): string
  /** Starts an engine on the data directory of this name, which reaches the store at `storeUrl`, with further flags. */
  startEngine(name: string, storeUrl?: string, flags?: readonly string[]): Promise<Member>
  /** Starts an engine of another account, in paper trading on the same market; resolves when it is active. */
  startPaperEngine(account: string): Promise<Member>
  /** Starts a gateway, which reaches the store at `storeUrl`; it also serves the paper accounts named. */
  startGateway(
    name: string,
    storeUrl?: string,
    accounts?: readonly string[],
    flags?: readonly string[],
  ): Promise<GatewayMember>
  /** Returns the rows of a statement on the store. */
  query<Row extends object>(text: string): Promise<Row[]>
  close(): Promise<void>
}

export const openFleet = async (constitution: object = {}): Promise<Fleet> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-fleet-'))
  const passphrase = join(directory, 'passphrase')
  writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
  const limits = join(directory, 'constitution.json')
  writeFileSync(limits, JSON.stringify(constitution), { mode: 0o600 })
  const [store, exchange] = await Promise.all([startPostgres(), openStage()])
  const patientUrl = toPatientUrl(store.url)
  const members = new Set<Member>()
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PLIMSOLL_'))
  const settings = { PLIMSOLL_PASSPHRASE_FILE: passphrase, PLIMSOLL_BOOTSTRAP_ADMIN: `admin:${PASSWORD}` }
  const env = { ...Object.fromEntries(others), ...settings }
  const getDirectory = (name: string): string => join(directory, name)

  const start = (verb: string, name: string, ...more: string[]): Member => {
    const args = [
      ...[verb, '--json', '--account', 'main', '--data-dir', getDirectory(name)],
      ...['--exchange', 'binanceusdm', '--exchange-url', exchange.url, '--execution', 'practice'],
      ...['--symbols', 'BTCUSDT', '--timeframes', '1h', '--autotrading', 'off', '--constitution', limits, ...more],
    ]
    const child = spawn(process.execPath, ['bin/plimsoll.js', ...args], { env })
    let text = ''
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => {
        text += chunk
      })
    }
    const ended = once(child, 'close').then(([code]) => code as number | null)
    const member = { name, child, ended, output: () => text }
    members.add(member)
    void ended.then(() => members.delete(member))
    return member
  }

  return {
    ...{ store, exchange, getDirectory },
    async startEngine(name, storeUrl = patientUrl, flags = []) {
      const keys = { exchange: 'binanceusdm', apiKey: API_KEY, apiSecret: API_SECRET, passphrase: PASSPHRASE }
      await sealKeys(getDirectory(name), keys)
      return start('engine', name, '--store', storeUrl, ...flags)
    },
    async startPaperEngine(account) {
      const member = start('engine', account, '--account', account, '--execution', 'paper', '--store', patientUrl)
      while (!member.output().includes('"state":"ACTIVE"')) {
        const code = await Promise.race([member.ended.then((ended) => ended ?? -1), setTimeout(50)])
        if (code !== undefined) throw new Error(`the engine ended with ${code}: ${member.output()}`)
      }
      return member
    },
    async startGateway(name, storeUrl = patientUrl, accounts = [], flags = []) {
      const accountsDir = join(directory, `${name}-accounts`)
      mkdirSync(accountsDir, { recursive: true })
      for (const account of accounts) {
        const settings = {
          exchange: 'binanceusdm',
          'exchange-url': exchange.url,
          symbols: 'BTCUSDT',
          constitution: limits,
        }
        const lines = Object.entries({ ...settings, timeframes: '1h', autotrading: 'off' }).map(
          ([key, value]) => `${key} = ${JSON.stringify(value)}`,
        )
        writeFileSync(join(accountsDir, `${account}.toml`), lines.join('\n'))
      }
      const own = ['--port', '0', '--store', storeUrl, '--accounts-dir', accountsDir]
      const member = start('gateway', name, ...own, ...flags)
      for (;;) {
        const [, url] = /"url":"([^"]+)"/.exec(member.output()) ?? []
        if (url !== undefined) return { ...member, url }
        const code = await Promise.race([member.ended.then((ended) => ended ?? -1), setTimeout(50)])
        if (code !== undefined) throw new Error(`the gateway ended with ${code}: ${member.output()}`)
      }
    },
    async query(text) {
      const client = new pg.Client(store.url)
      await client.connect()
      const { rows } = await client.query(text)
      await client.end()
      return rows
    },
    async close() {
      const ending = [...members]
      for (const { child } of ending) child.kill('SIGKILL')
      await Promise.all(ending.map(({ ended }) => ended))
      await exchange.close()
      await store.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Sends a request; a body makes it a POST. */
export const call = async (
  url: string,
  path: string,
  { token, body, key, account, ...more }: Call = {},
): Promise<Reply> => {
  const response = await fetch(`${url}${path}`, {
    method: more.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
      ...(account && { 'plimsoll-account': account }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export const logIn = async (url: string, username = 'admin'): Promise<string> =>
  (await call(url, '/api/auth/login', { body: { username, password: PASSWORD } })).body.accessToken

/** Polling interval, well within the quota of a user. */
const POLL_MS = 800

/** Repeats a request until the reply is as expected; throws with the last reply. */
export const untilReply = async (
  request: () => Promise<Reply>,
  isMet: (reply: Reply) => boolean,
  withinMs = 180_000,
): Promise<Reply> => {
  for (const untilMs = performance.now() + withinMs; ; await setTimeout(POLL_MS)) {
    const reply = await request()
    if (isMet(reply)) return reply
    if (performance.now() > untilMs) throw new Error(JSON.stringify(reply.body))
  }
}

/** Waits until the engine behind a gateway holds the lease in this state. */
export const untilState = ({ url }: GatewayMember, token: string, state: string): Promise<Reply> =>
  untilReply(
    () => call(url, '/api/autotrading/status', { token }),
    ({ body }) => body.state === state && body.lease.held,
  )
