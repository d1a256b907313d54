import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'
import { openStopFile, stopFileIn } from '../../server/adapters/store/stop-file.ts'
import { makeBackup } from '../../server/app/make-backup.ts'
import { restoreBackup } from '../../server/app/restore-backup.ts'
import { createIds } from '../../server/core/id.ts'
import { HOST, type StopOrder } from '../../server/engine/model/events.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { copyDirectory, flipBit, killedDirectory, openDataDirectory, startOn } from './data-directory.ts'

const USER = { username: 'admin', roles: ['ADMIN'], password: 'vultures-harbour-93-ostrich' }
const ids = createIds({ now: () => NOON_MS, random: () => 0.5 })

const newStop = (request: Pick<StopOrder, 'reason' | 'flatten'>): StopOrder => ({
  ...request,
  stopId: ids('stp'),
  code: 'EMERGENCY_STOP',
  by: HOST,
  auditId: ids('aud'),
  atMs: NOON_MS,
})

/** A backup of an account with five orders. */
const aBackup = async (withKeys = false) => {
  const base = aTempDirectory()
  const dataDir = join(base, 'data')
  const live = openDataDirectory(dataDir)
  await live.user('add', USER)
  for (let order = 1; order <= 5; order++) await live.trade()
  if (withKeys) writeFileSync(join(dataDir, 'keys.json'), '{}')
  const { path } = await makeBackup(
    { dataDir, out: join(base, 'backups'), withKeys, keep: null },
    { clock: () => NOON_MS, isServed: () => true },
  )
  live.close()
  return { base, dataDir, path }
}

const restore = (from: string, dataDir: string) => restoreBackup({ from, dataDir }, { clock: () => NOON_MS, newStop })

it('restores a backup into a new directory with the emergency stop engaged', async () => {
  const { base, path } = await aBackup()
  const dataDir = join(base, 'restored')
  expect(await restore(path, dataDir)).toMatchObject({ path: dataDir, newestAtMs: NOON_MS, hasKeys: false })
  expect(openStopFile(stopFileIn(dataDir)).read()).toMatchObject({
    flatten: 'NONE',
    reason: 'Restored from a backup of 2026-11-21T12:00:00.000Z.',
  })
  expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)).toEqual([])
  expect(names.filter((name) => /manifest|restoring/.test(name))).toEqual([])
})

it('restores the copy of a killed server, with its write-ahead log', async () => {
  const base = aTempDirectory()
  const { seed } = await killedDirectory(base)
  const dataDir = join(base, 'restored')
  await restore(seed, dataDir)
  expect((await startOn(dataDir)).orders).toEqual((await startOn(copyDirectory(seed, join(base, 'again')))).orders)
})

it('fills an empty volume, retains the keys of the backup and continues an interrupted restore', async () => {
  const { base, path } = await aBackup(true)
  const dataDir = join(base, 'volume')
  mkdirSync(join(dataDir, 'lost+found'), { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, '.restoring', 'audit'), { recursive: true })
  expect(await restore(path, dataDir)).toMatchObject({ hasKeys: true })
  expect(existsSync(join(dataDir, '.restoring'))).toBe(false)
})

it('retains the stop that was engaged when the backup was made', async () => {
  const { base, dataDir } = await aBackup()
  const live = openDataDirectory(dataDir)
  openStopFile(stopFileIn(dataDir)).write(newStop({ reason: 'by the operator', flatten: 'REDUCE_ONLY' }))
  const stopped = await makeBackup(
    { dataDir, out: join(base, 'backups'), withKeys: false, keep: null },
    { clock: () => NOON_MS + 1, isServed: () => true },
  )
  live.close()
  await restore(stopped.path, join(base, 'restored'))
  expect(openStopFile(stopFileIn(join(base, 'restored'))).read()).toMatchObject({ reason: 'by the operator' })
})

it('rejects a data directory with contents, in use, or in the backup, and leaves each unchanged', async () => {
  const { base, dataDir, path } = await aBackup()
  const before = readdirSync(dataDir)
  await expect(restore(path, dataDir)).rejects.toThrow(/data is not empty: it contains .*move the directory away/)
  expect(readdirSync(dataDir)).toEqual(before)
  await expect(restore(path, join(path, 'inside'))).rejects.toThrow('overlap')
  await expect(restore(path, base)).rejects.toThrow('overlap')
  const used = join(base, 'used')
  const lock = lockDataDirectory(used)
  await expect(restore(path, used)).rejects.toThrow('in use by process')
  lock.release()
})

it('rejects a damaged backup before it creates anything', async () => {
  const { base, path } = await aBackup()
  flipBit(join(path, 'simulated-paper', 'engine.sqlite'), 8_192 * 8)
  const dataDir = join(base, 'restored')
  await expect(restore(path, dataDir)).rejects.toThrow(/cannot be restored\..*SHA-256 differs/)
  expect(existsSync(dataDir)).toBe(false)
})
