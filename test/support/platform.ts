import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openLog } from '../../server/app/log.ts'
import { type Platform, startPlatform } from '../../server/app/platform.ts'
import { parseConfig } from '../../server/config/config.ts'
import type { Flags } from '../../server/config/settings.ts'
import type { HostClocks } from '../../server/core/platform-clock.ts'
import { isPastPending } from '../../server/engine/state/signal-index.ts'
import type { Quotas } from '../../server/http/security/quotas.ts'
import { POLL_MS } from './process.ts'

/** Limit that ignores disk latency on a busy machine. */
export const SLOW_HOST_LIMITS = { maxCommitP99Ms: 10_000 }

/** Destination of the log, whose newest records the server serves. */
const NOWHERE = { write: () => {} }

export const PASSWORD = 'tall ships sail on wednesdays'

/** Complete server on a free port with its own data directory, and helpers to use it. */
export interface TestPlatform {
  readonly platform: Platform
  readonly dataDir: string
  readonly admin: { readonly username: string; readonly password: string }
  /** A token of a new user with these rights. */
  token(rights: { role: 'VIEWER' | 'OPERATOR' | 'TRADER' | 'ADMIN'; tier?: 'STANDARD' | 'PRO' }): Promise<string>
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, token?: string): Promise<Response>
  /**
   * Resolves when the server is ready and past bars are evaluated; retries connections closed while the process was
   * busy.
   */
  ready(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a server that keeps a day of one symbol of the simulated market and trades on five-minute bars, unless
 * configured otherwise. Its limits ignore a busy disk and a series of losses, and its research jobs have the priority
 * of the other tests: with the lowest they get almost no time on a busy machine.
 */
export const startTestPlatform = async (
  flags: Flags = {},
  quotas?: Quotas,
  clocks?: HostClocks,
): Promise<TestPlatform> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const constitution = join(dataDir, 'constitution.json')
  writeFileSync(constitution, JSON.stringify({ data: SLOW_HOST_LIMITS, limits: { maxLossStreak: 50 } }))
  const config = parseConfig(
    {},
    {
      port: '0',
      dataDir,
      bootstrapAdmin: `admin:${PASSWORD}`,
      logLevel: 'silent',
      timeframes: '5m',
      constitution,
      ...(flags.replay === undefined && { historyDays: '1', symbols: 'BTCUSDT' }),
      ...flags,
    },
  )
  if (!config.ok) throw new Error(config.error.join(' '))
  const platform = await startPlatform({
    config: config.value,
    ...openLog(config.value, NOWHERE),
    ...(quotas && { quotas }),
    ...(clocks && { clocks }),
    jobNiceness: getPriority(),
  })
  let users = 0
  const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` })
  const get = (path: string, token?: string, headers = {}) =>
    fetch(platform.url + path, { headers: { ...bearer(token), ...headers }, redirect: 'manual' })
  return {
    platform,
    dataDir,
    admin: { username: 'admin', password: PASSWORD },
    async token({ role, tier = 'STANDARD' }) {
      const username = `user-${++users}`
      const added = await platform.identity.addUser({ username, roles: [role], tier, password: PASSWORD })
      const minted = added.ok ? await platform.identity.mintToken({ username, ttlMs: 3_600_000 }) : undefined
      if (!minted?.ok) throw new Error('no token could be made')
      return minted.value.accessToken
    },
    get,
    post: (path, body, token) =>
      fetch(platform.url + path, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async ready() {
      const isReady = () =>
        get('/readyz').then(
          ({ status }) => status === 200,
          () => false,
        )
      while (!(await isReady()) || isPastPending(platform.engine.state.signals)) await setTimeout(POLL_MS)
    },
    async close() {
      await platform.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** JSON of an answer, for free inspection by a test. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare with what they expect
export const json = (response: Response): Promise<any> => response.json()
