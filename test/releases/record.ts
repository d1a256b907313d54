import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { hostClocks } from '../../server/app/clocks.ts'
import type { Platform } from '../../server/app/platform.ts'
import { VERSION } from '../../server/project.ts'
import { getArchivePath, logIn, REPORT, type Recording, readAccount, startAt } from './released-data.ts'

/*
 * Records the data directory of this version: `npm run record:release`, once for every release. It holds a position with its
 * stop, an order that the emergency stop has cancelled, two users, and the engaged stop.
 */

const BEGAN_MS = Date.UTC(2026, 10, 2, 12)
const POLL_MS = 50

/** Locks and sockets of the process, and the lock's owner. */
const EXCLUDED = ['lock.sqlite', 'owner.json', 'plimsoll.sock']

const until = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 600; tries++) {
    const done = await attempt()
    if (done !== undefined) return done
    await setTimeout(POLL_MS)
  }
  throw new Error('What is recorded did not come about within 30 s.')
}

const trade = async (platform: Platform): Promise<void> => {
  const call = await logIn(platform)
  const order = { symbol: 'BTCUSDT', side: 'BUY', qty: '0.002' }
  const place = (more: object) =>
    until(async () =>
      (await call('POST', 'v381/trading/order', { ...order, ...more })).status === 201 ? true : undefined,
    )
  await place({ type: 'MARKET' })
  const { items } = (await call('GET', 'v381/market/tickers')).body
  await place({
    type: 'LIMIT',
    price: String(Math.floor(Number(items[0].bestBidPrice) * 0.99)),
    timeInForce: 'POST_ONLY',
  })
  await platform.identity.addUser({
    username: 'viewer',
    roles: ['VIEWER'],
    tier: 'STANDARD',
    password: 'vultures-harbour-93',
  })
  await call('POST', 'emergency-stop', { reason: 'recorded with the release' })
  await until(async () =>
    (await call('GET', 'autotrading/status')).body.stop?.phase === 'COMPLETE' ? true : undefined,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-'))
try {
  const platform = await startAt(dataDir, BEGAN_MS)
  const began = hostClocks.wall()
  await trade(platform)
  const account = await readAccount(platform, dataDir)
  await platform.close()
  const endedAtMs = BEGAN_MS + hostClocks.wall() - began
  const recording: Recording = { version: VERSION, endedAtMs, account }
  const files = globSync('**', { cwd: dataDir, exclude: EXCLUDED }).filter((path) =>
    statSync(join(dataDir, path)).isFile(),
  )
  const entries = files.toSorted().map((path) => [path, readFileSync(join(dataDir, path))] as const)
  const archive = Object.fromEntries([[REPORT, strToU8(`${JSON.stringify(recording, null, 2)}\n`)], ...entries])
  writeFileSync(getArchivePath(VERSION), zipSync(archive, { level: 9, mtime: BEGAN_MS }))
  process.stdout.write(
    `${getArchivePath(VERSION)}: ${files.length} files, ${statSync(getArchivePath(VERSION)).size} bytes\n${JSON.stringify(account, null, 2)}\n`,
  )
} finally {
  rmSync(dataDir, { recursive: true })
}
