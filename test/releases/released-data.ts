import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { auditFiles } from '../../server/adapters/store/audit/audit-files.ts'
import { hostClocks } from '../../server/app/clocks.ts'
import { openLog } from '../../server/app/log.ts'
import { type Platform, startPlatform } from '../../server/app/platform.ts'
import { parseConfig } from '../../server/config/config.ts'

/*
 * Data directories that released versions have written, one archive a version: with an open position, a stop at the exchange,
 * users, and an engaged emergency stop. `npm run record:release` adds that of this version.
 */

const FOLDER = import.meta.dirname

/** File of an archive with what the released version reported about the data directory. */
export const REPORT = 'recorded.json'

const PASSWORD = 'tall ships sail on wednesdays'

export interface Recording {
  readonly version: string
  /** Platform time at the end of the recording, ms. */
  readonly endedAtMs: number
  readonly account: Account
}

export const getArchivePath = (version: string): string => join(FOLDER, `${version}.zip`)

export const listReleased = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => basename(name, '.zip'))

/** Unpacks the data directory of a released version. */
export const unpackReleased = (version: string, dataDir: string): Recording => {
  const { [REPORT]: report, ...files } = unzipSync(readFileSync(getArchivePath(version)))
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, path), bytes, { mode: 0o600 })
  }
  if (!report) throw new Error(`${getArchivePath(version)} has no ${REPORT}.`)
  return JSON.parse(strFromU8(report))
}

/** Starts a server on a data directory at an instant; its clock runs on from there. */
export const startAt = async (dataDir: string, atMs: number): Promise<Platform> => {
  const flags = { port: '0', dataDir, logLevel: 'silent', autotrading: 'off', timeframes: '5m' }
  const market = { historyDays: '1', symbols: 'BTCUSDT', bootstrapAdmin: `admin:${PASSWORD}` }
  const config = parseConfig({}, { ...flags, ...market })
  if (!config.ok) throw new Error(config.error.join(' '))
  const offsetMs = atMs - hostClocks.wall()
  const clocks = { ...hostClocks, wall: () => hostClocks.wall() + offsetMs }
  return startPlatform({ config: config.value, ...openLog({ logLevel: 'silent' }, process.stdout), clocks })
}

/** What must be the same after an upgrade, a rollback or a restore. */
export type Account = Awaited<ReturnType<typeof readAccount>>

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely
type Json = any

/** Sends requests to a platform as the first user. */
export const logIn = ({ url }: Platform) => signIn(url)

/** Sends requests to an address as the first user. */
export const signIn = async (url: string) => {
  const send = async (method: string, path: string, body?: object, token?: string): Promise<Json> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await send('POST', 'auth/login', { username: 'admin', password: PASSWORD })
  return (method: string, path: string, request?: object): Promise<Json> =>
    send(method, path, request, body.accessToken)
}

export const readAccount = async (platform: Platform, dataDir: string) => {
  const call = await logIn(platform)
  const { state, stop } = (await call('GET', 'autotrading/status')).body
  const positions = (await call('GET', 'v381/trading/positions')).body.items
  const orders = (await call('GET', 'v381/trading/orders?limit=100')).body.items
  const { findings } = await auditFiles(join(dataDir, 'audit')).verify(undefined)
  return {
    state: String(state),
    stopReason: String(stop?.reason),
    positions: positions.map(({ id, symbol, side, qty, entryPrice }: Json) => ({ id, symbol, side, qty, entryPrice })),
    orders: orders.map(({ orderId, status }: Json) => `${orderId} ${status}`).toSorted() as readonly string[],
    users: platform.identity.listUsers().map(({ username }) => username),
    auditFindings: findings.map(({ code }) => code),
  }
}
