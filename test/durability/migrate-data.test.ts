import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENGINE_SCHEMA } from '../../server/adapters/store/migrations/engine.ts'
import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'
import { openStopFile, stopFileIn } from '../../server/adapters/store/stop-file.ts'
import { migrateData, planMigration } from '../../server/app/migrate-data.ts'
import { listCopies } from '../../server/app/migration-copies.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { startOn } from './data-directory.ts'
import { anOlderDirectory, back, clock, ENGINE, engineVersion, setSchema, trade } from './older-directory.ts'

const NEWEST = Math.max(...ENGINE_SCHEMA.map(({ version }) => version))

it('plans a migration and changes nothing', async () => {
  const dataDir = await anOlderDirectory()
  const before = readdirSync(dataDir, { recursive: true })
  expect(planMigration(dataDir)).toMatchObject({
    due: [{ path: ENGINE, stored: 6, needed: NEWEST }],
    copy: null,
    refusal: null,
  })
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before)
})

it('copies the data before it migrates, once, and retains everything after it', async () => {
  const dataDir = await anOlderDirectory()
  await migrateData(dataDir, clock)
  expect(planMigration(dataDir)).toMatchObject({ due: [], refusal: null })
  expect(listCopies(dataDir)).toHaveLength(1)
  expect(listCopies(dataDir)[0]?.stores).toContainEqual({ path: ENGINE, schema: 6, commits: 5 })
  await migrateData(dataDir, clock)
  expect(listCopies(dataDir)).toHaveLength(1)
  expect(await startOn(dataDir)).toMatchObject({ findings: [], facts: 5, users: ['admin active'] })
})

it('retains the two newest copies', async () => {
  const dataDir = await anOlderDirectory()
  for (const hour of [0, 1, 2]) {
    await migrateData(dataDir, () => NOON_MS + hour * 3_600_000)
    setSchema(join(dataDir, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  }
  expect(listCopies(dataDir).map(({ path }) => path.slice(-11))).toEqual(['T130000000Z', 'T140000000Z'])
})

it('refuses data of a newer program with the command that rolls back', async () => {
  const dataDir = await anOlderDirectory()
  await migrateData(dataDir, clock)
  setSchema(join(dataDir, ENGINE), `PRAGMA user_version = ${NEWEST + 1}`)
  await expect(migrateData(dataDir, clock)).rejects.toThrow(
    `schema ${NEWEST + 1}, this program knows ${NEWEST}). Update Plimsoll: npm install --global ./plimsoll-X.Y.Z.tgz, or go back: plimsoll rollback --data-dir ${dataDir}`,
  )
})

it('restores the copy with the stop engaged, and retains keys and replaced data', async () => {
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
  expect(engineVersion(dataDir)).toBe(NEWEST)
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
