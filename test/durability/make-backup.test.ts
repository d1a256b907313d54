import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkBackup } from '../../server/app/check-backup.ts'
import { makeBackup } from '../../server/app/make-backup.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { openDataDirectory, startOn } from './data-directory.ts'

const USER = { username: 'admin', roles: ['ADMIN'], password: 'vultures-harbour-93-ostrich' }

/** A data directory that is open, with a user and five orders, and the backups of it. */
const open = async (isServed = true) => {
  const base = aTempDirectory()
  const [dataDir, out] = [join(base, 'data'), join(base, 'backups')]
  const live = openDataDirectory(dataDir)
  await live.user('add', USER)
  for (let order = 1; order <= 5; order++) await live.trade()
  let nowMs = NOON_MS
  const backUp = (more: { readonly withKeys?: boolean; readonly keep?: number; readonly out?: string } = {}) =>
    makeBackup(
      { dataDir, out, withKeys: false, keep: null, ...more },
      { clock: () => nowMs++, isServed: () => isServed },
    )
  return { dataDir, out, live, backUp }
}

const check = async (path: string) => (await checkBackup(path, () => NOON_MS)).findings

it('copies a data directory in use completely, and a start on the copy finds no loss', async () => {
  const { live, backUp, out } = await open()
  const { path, entries } = await backUp()
  expect(await check(path)).toEqual([])
  expect(entries).toBe(live.audit.state().size)
  expect(readdirSync(out)).toEqual([path.slice(out.length + 1)])
  live.close()
  expect(await startOn(path)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
})

it('copies consistently while orders and user changes are committed', async () => {
  const { live, backUp } = await open()
  for (let round = 0; round < 5; round++) {
    const making = backUp()
    for (let order = 0; order < 10; order++) {
      await live.trade()
      await live.user('add', { ...USER, username: `user${round}x${order}` })
      await new Promise(setImmediate)
    }
    const { path, entries } = await making
    expect(entries).toBeLessThan(live.audit.state().size)
    expect(await check(path)).toEqual([])
    expect((await startOn(path)).findings).toEqual([])
  }
  live.close()
})

it('does not hide that a store has lost commits when no server runs', async () => {
  const { dataDir, live, backUp } = await open(false)
  live.store.checkpoint()
  const stored = readFileSync(join(dataDir, 'simulated-paper', 'engine.sqlite'))
  await live.trade()
  live.close()
  writeFileSync(join(dataDir, 'simulated-paper', 'engine.sqlite'), stored)
  const { path } = await backUp()
  expect((await check(path)).join(' ')).toContain('is behind the audit log')
})

it('is accessible to its owner only, and contains keys and secrets only on request', async () => {
  const { dataDir, live, backUp } = await open()
  writeFileSync(join(dataDir, 'keys.json'), '{}')
  mkdirSync(join(dataDir, 'secrets'))
  writeFileSync(join(dataDir, 'secrets', 'telegram-token'), 'token')
  writeFileSync(join(dataDir, 'waivers.json'), '[]')
  writeFileSync(join(dataDir, 'first-password'), 'secret')
  const [without, including] = [await backUp(), await backUp({ withKeys: true })]
  live.close()
  const has = (path: string) =>
    ['keys.json', 'secrets/telegram-token', 'waivers.json', 'first-password'].map((name) =>
      existsSync(join(path, name)),
    )
  expect([has(without.path), has(including.path)]).toEqual([
    [false, false, true, false],
    [true, true, true, false],
  ])
  const files = readdirSync(without.path, { recursive: true, encoding: 'utf8' })
  const open077 = files.filter((file) => (statSync(join(without.path, file)).mode & 0o077) !== 0)
  expect(open077).toEqual([])
})

it('is detected as changed by its manifest', async () => {
  const { live, backUp } = await open()
  const { path } = await backUp()
  live.close()
  writeFileSync(join(path, 'added'), 'x')
  const key = join(path, 'audit', 'key')
  writeFileSync(key, readFileSync(key, 'utf8').replace('"crv"', '"crw"'))
  const findings = await check(path)
  expect(findings).toContain('added is not in the manifest.')
  expect(findings).toContain('audit/key was changed: its SHA-256 differs from the manifest.')
})

it('retains the newest copies in a folder and removes what an ended process left unfinished', async () => {
  const { live, backUp, out } = await open()
  mkdirSync(join(out, '.plimsoll-20260101T000000000Z.999999999'), { recursive: true })
  mkdirSync(join(out, 'plimsoll-notes'))
  const made: string[] = []
  for (let count = 0; count < 3; count++) made.push((await backUp({ keep: 2 })).path)
  live.close()
  const names = made.slice(1).map((path) => path.slice(out.length + 1))
  expect(readdirSync(out).toSorted()).toEqual([...names, 'plimsoll-notes'])
})

it('rejects a folder in the data directory, one it cannot write, and a directory without data', async () => {
  const { dataDir, live, backUp } = await open()
  await expect(backUp({ out: join(dataDir, 'backups') })).rejects.toThrow('is in the data directory')
  await expect(backUp({ out: '/dev/null/backups' })).rejects.toThrow('/dev/null/backups cannot be written')
  writeFileSync(join(dataDir, 'audit', 'spool.jsonl'), '')
  await expect(backUp()).rejects.toThrow('Audit entries are pending')
  live.close()
  const nothing = { dataDir: '/nowhere', out: '/tmp/none', withKeys: false, keep: null }
  await expect(makeBackup(nothing, { clock: () => NOON_MS, isServed: () => false })).rejects.toThrow(
    '/nowhere is not a data directory',
  )
})
