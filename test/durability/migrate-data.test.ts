import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'
import { openStopFile, stopFileIn } from '../../server/adapters/store/stop-file.ts'
import { migrateData, planMigration } from '../../server/app/migrate-data.ts'
import { listCopies } from '../../server/app/migration-copies.ts'
import { rollBack } from '../../server/app/roll-back.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aStopOrder } from '../support/stop-order.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { copyDirectory, openDataDirectory, startOn } from './data-directory.ts'

const USER = { username: 'admin', roles: ['ADMIN'], password: 'vultures-harbour-93-ostrich' }
const clock = () => NOON_MS
const ENGINE = join('simulated-paper', 'engine.sqlite')

const setSchema = (path: string, sql: string): void => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** A data directory with five orders, as the program before the last migration of the engine left it. */
const anOlderDirectory = async () => {
  const dataDir = join(aTempDirectory(), 'data')
  const live = openDataDirectory(dataDir)
  await live.user('add', USER)
  for (let order = 1; order <= 5; order++) await live.trade()
  live.close()
  setSchema(join(dataDir, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  writeFileSync(join(dataDir, 'keys.json'), '{}')
  return dataDir
}

const trade = async (dataDir: string): Promise<void> => {
  const live = openDataDirectory(dataDir)
  await live.trade()
  await live.user('add', { ...USER, username: 'later' })
  live.close()
}

const back = (dataDir: string, acceptLoss = false) => rollBack({ dataDir, acceptLoss }, { clock, newStop: aStopOrder })

const engineVersion = (dataDir: string) => planMigration(dataDir).stores.find(({ path }) => path === ENGINE)?.stored

it('plans a migration and changes nothing', async () => {
  const dataDir = await anOlderDirectory()
  const before = readdirSync(dataDir, { recursive: true })
  expect(planMigration(dataDir)).toMatchObject({
    due: [{ path: ENGINE, stored: 6, needed: 7 }],
    copy: null,
    refusal: null,
  })
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

it('copies the data before it migrates, once, and has everything after it', async () => {
  const dataDir = await anOlderDirectory()
  await migrateData(dataDir, clock)
  expect(planMigration(dataDir)).toMatchObject({ due: [], refusal: null })
  expect(listCopies(dataDir)).toHaveLength(1)
  expect(listCopies(dataDir)[0]?.stores).toContainEqual({ path: ENGINE, schema: 6, commits: 5 })
  await migrateData(dataDir, clock)
  expect(listCopies(dataDir)).toHaveLength(1)
  expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
})

it('keeps the two newest copies', async () => {
  const dataDir = await anOlderDirectory()
  for (const hour of [0, 1, 2]) {
    await migrateData(dataDir, () => NOON_MS + hour * 3_600_000)
    setSchema(join(dataDir, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  }
  expect(listCopies(dataDir).map(({ path }) => path.slice(-11))).toEqual(['T130000000Z', 'T140000000Z'])
})

it('refuses data of a newer program with the command that goes back', async () => {
  const dataDir = await anOlderDirectory()
  await migrateData(dataDir, clock)
  setSchema(join(dataDir, ENGINE), 'PRAGMA user_version = 8')
  await expect(migrateData(dataDir, clock)).rejects.toThrow(
    `schema 8, this program knows 7). Update Plimsoll, or go back: plimsoll rollback --data-dir ${dataDir}`,
  )
})

it('restores the copy with the stop engaged, and keeps keys and replaced data', async () => {
  const dataDir = await anOlderDirectory()
  await migrateData(dataDir, clock)
  await trade(dataDir)
  await expect(back(dataDir)).rejects.toMatchObject({
    exitCode: 4,
    fault: {
      code: 'LOSS_NOT_ACCEPTED',
      message: expect.stringMatching(/since \(audit entries: 2, commits: 2\)/),
      remedy: `To accept that: plimsoll rollback --accept-loss --data-dir ${dataDir}`,
    },
  })
  expect(engineVersion(dataDir)).toBe(7)
  expect(await back(dataDir, true)).toMatchObject({ lostEntries: 2, lostCommits: 2, newestAtMs: NOON_MS })
  expect(engineVersion(dataDir)).toBe(6)
  expect(openStopFile(stopFileIn(dataDir)).read()?.reason).toMatch(/^Rolled back to the copy of 2026/)
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe('{}')
  expect(existsSync(join(dataDir, 'replaced-by-rollback', ENGINE))).toBe(true)
  expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
})

it('refuses a rollback while a server runs, and without a copy', async () => {
  const dataDir = await anOlderDirectory()
  await expect(back(dataDir)).rejects.toThrow('has no copy from before a migration')
  const lock = lockDataDirectory(dataDir)
  await expect(back(dataDir)).rejects.toThrow('in use by process')
  lock.release()
})

/** Runs the work in a process and kills it this many ms after it began; returns whether it had ended. */
const killAfter = async (work: 'migrate' | 'rollback', dataDir: string, ms: number): Promise<boolean> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/migration-process.ts'), work, dataDir])
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  await once(child.stdout, 'data')
  const exit = once(child, 'exit')
  await Promise.race([setTimeout(ms), exit])
  child.kill('SIGKILL')
  await exit
  return out.includes('done')
}

const KILL_AFTER_MS = [2, 6, 10, 15, 20, 30, 45, 70]

it('continues a migration whose process was killed', { timeout: 60_000 }, async () => {
  const seed = await anOlderDirectory()
  for (const ms of KILL_AFTER_MS) {
    const dataDir = copyDirectory(seed, join(aTempDirectory(), 'data'))
    await killAfter('migrate', dataDir, ms)
    await migrateData(dataDir, clock)
    expect(listCopies(dataDir).at(-1)?.stores).toContainEqual({ path: ENGINE, schema: 6, commits: 5 })
    expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
  }
})

it('continues a rollback whose process was killed', { timeout: 60_000 }, async () => {
  const seed = await anOlderDirectory()
  await migrateData(seed, clock)
  await trade(seed)
  for (const ms of [...KILL_AFTER_MS, 100, 130]) {
    const dataDir = copyDirectory(seed, join(aTempDirectory(), 'data'))
    const isDone = await killAfter('rollback', dataDir, ms)
    if (!isDone) await back(dataDir, true)
    expect(engineVersion(dataDir)).toBe(6)
    expect(existsSync(stopFileIn(dataDir))).toBe(true)
    expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
  }
})
