import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stopFileIn } from '../../server/adapters/store/stop-file.ts'
import { migrateData, planMigration } from '../../server/app/migrate-data.ts'
import { listCopies } from '../../server/app/migration-copies.ts'
import { VERSION } from '../../server/project.ts'
import { readAccount, startAt, unpackReleased } from '../releases/released-data.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { copyDirectory, startOn } from './data-directory.ts'
import { anOlderDirectory, back, clock, ENGINE, engineVersion, setSchema, trade } from './older-directory.ts'

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

it('continues a migration of released data whose process was killed, and trades nothing', {
  timeout: 120_000,
}, async () => {
  const seed = join(aTempDirectory(), 'seed')
  const { endedAtMs, account } = unpackReleased(VERSION, seed)
  if (planMigration(seed).due.length === 0)
    setSchema(join(seed, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  for (const ms of KILL_AFTER_MS) {
    const dataDir = copyDirectory(seed, join(aTempDirectory(), 'data'))
    await killAfter('migrate', dataDir, ms)
    const platform = await startAt(dataDir, endedAtMs + ms)
    try {
      expect(await readAccount(platform, dataDir)).toEqual(account)
    } finally {
      await platform.close()
    }
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
