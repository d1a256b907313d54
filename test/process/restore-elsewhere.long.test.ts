import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeBackup } from '../../server/app/make-backup.ts'
import { VERSION } from '../../server/project.ts'
import { signIn, unpackReleased } from '../releases/released-data.ts'
import { unpackPackage } from '../support/package.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

const UID = 10_001

/** Runs a program under another host name, as a user without rights on this host. */
const ELSEWHERE = [
  '--uts',
  'sh',
  '-c',
  `hostname elsewhere && exec setpriv --reuid ${UID} --regid ${UID} --clear-groups "$@"`,
  'sh',
]

const isPossible = process.geteuid?.() === 0 && spawnSync('unshare', [...ELSEWHERE, 'true']).status === 0
const SOON = { timeout: 60_000, interval: 100 }

/** Installs the program where every user can read it. */
const install = (folder: string): readonly string[] => {
  chmodSync(folder, 0o755)
  const root = unpackPackage(folder)
  const node = join(folder, 'node')
  cpSync(process.execPath, node)
  spawnSync('chmod', ['-R', 'go+rX', folder])
  return [node, join(root, 'bin/plimsoll.js')]
}

const giveAway = (directory: string): void => {
  for (const path of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(directory, path), UID, UID)
  }
  chownSync(directory, UID, UID)
}

it.skipIf(!isPossible)(
  'is restored on another host by another user: nothing is lost, and nothing trades',
  {
    timeout: 300_000,
  },
  async () => {
    const dataDir = join(aTempDirectory(), 'data')
    const { account } = unpackReleased(VERSION, dataDir)
    const there = aTempDirectory()
    const program = install(there)
    const plimsoll = (...args: readonly string[]) =>
      spawnSync('unshare', [...ELSEWHERE, ...program, ...args], { encoding: 'utf8' })
    const out = join(there, 'backups')
    mkdirSync(out)
    const { path } = await makeBackup(
      { dataDir, out, withKeys: false, keep: null },
      { clock: Date.now, isServed: () => false },
    )
    giveAway(out)
    const home = join(there, 'home')
    mkdirSync(home)
    giveAway(home)
    const restored = join(home, 'data')
    expect(plimsoll('restore', path, '--data-dir', restored)).toMatchObject({ status: 0 })

    const flags = ['--json', '--port', '0', '--symbols', 'BTCUSDT', '--history-days', '1', '--autotrading', 'off']
    const server = spawn('unshare', [...ELSEWHERE, ...program, 'start', '--data-dir', restored, ...flags])
    const ended = once(server, 'exit')
    onTestFinished(async () => {
      server.kill('SIGKILL')
      await ended
    })
    const { url } = JSON.parse(String(await once(server.stdout, 'data')))
    const call = await signIn(url)
    await vi.waitFor(async () => {
      const { state, stop } = (await call('GET', 'autotrading/status')).body
      expect([state, stop.reason]).toEqual([account.state, account.stopReason])
    }, SOON)
    expect((await call('GET', 'v381/trading/positions')).body.items).toMatchObject(account.positions)
    const { items } = (await call('GET', 'v381/trading/orders?limit=100')).body
    expect(items.map(({ orderId, status }: Record<string, string>) => `${orderId} ${status}`).toSorted()).toEqual(
      account.orders,
    )
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    expect(await call('POST', 'v381/trading/order', order)).toMatchObject({ status: 409 })
    const { items: users } = JSON.parse(plimsoll('user', 'list', '--json', '--data-dir', restored).stdout)
    expect(users.map(({ username }: Record<string, string>) => username)).toEqual(account.users)
    expect(plimsoll('audit', 'verify', '--data-dir', restored)).toMatchObject({ status: 0 })
  },
)
