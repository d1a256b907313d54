import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrateData, planMigration } from '../../server/app/migrate-data.ts'
import { listCopies } from '../../server/app/migration-copies.ts'
import { restoreBackup } from '../../server/app/restore-backup.ts'
import { VERSION } from '../../server/project.ts'
import { copyDirectory } from '../durability/data-directory.ts'
import { back, ENGINE, setSchema } from '../durability/older-directory.ts'
import { aStopOrder } from '../support/stop-order.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { type Account, listReleased, type Recording, readAccount, startAt, unpackReleased } from './released-data.ts'

const SECOND_MS = 1_000

const aReleased = (version: string): { readonly dataDir: string; readonly recording: Recording } => {
  const dataDir = join(aTempDirectory(), 'data')
  const recording = unpackReleased(version, dataDir)
  // Nothing is due for data of this version: its engine database goes back by one schema.
  if (planMigration(dataDir).due.length === 0)
    setSchema(join(dataDir, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  return { dataDir, recording }
}

/** Starts a server on a data directory, reads its account, and ends it. */
const readStarted = async (dataDir: string, atMs: number): Promise<Account> => {
  const platform = await startAt(dataDir, atMs)
  try {
    return await readAccount(platform, dataDir)
  } finally {
    await platform.close()
  }
}

it('has a recording of this version', () => {
  expect(listReleased()).toContain(VERSION)
})

describe.each(listReleased())('the data of version %s, with an open position and an engaged stop', (version) => {
  it('is upgraded and rolled back without a loss and without a trade', { timeout: 120_000 }, async () => {
    const { dataDir, recording } = aReleased(version)
    const { endedAtMs, account } = recording
    expect(account).toMatchObject({ state: 'HALTED', positions: [{ qty: '0.002' }], auditFindings: [] })
    const { stores, refusal } = planMigration(dataDir)
    expect(refusal).toBe(null)
    expect(await readStarted(dataDir, endedAtMs + SECOND_MS)).toEqual(account)
    expect(planMigration(dataDir).due).toEqual([])
    expect(listCopies(dataDir)).toHaveLength(1)

    await back(dataDir, true)
    expect(planMigration(dataDir).stores.map(({ stored }) => stored)).toEqual(stores.map(({ stored }) => stored))
    const again = await readStarted(dataDir, endedAtMs + 2 * SECOND_MS)
    expect(again).toEqual({ ...account, stopReason: expect.stringMatching(/recorded with the release|^Rolled back/) })
  })

  it('is restored elsewhere from the copy without a loss and without a trade', { timeout: 120_000 }, async () => {
    const { dataDir, recording } = aReleased(version)
    const { endedAtMs, account } = recording
    await migrateData(dataDir, () => endedAtMs)
    const [copy] = listCopies(dataDir)
    const elsewhere = join(aTempDirectory(), 'elsewhere')
    const clock = () => endedAtMs
    await restoreBackup(
      { from: copyDirectory(copy?.path ?? '', join(aTempDirectory(), 'copy')), dataDir: elsewhere },
      { clock, newStop: aStopOrder },
    )
    const restored = await readStarted(elsewhere, endedAtMs + SECOND_MS)
    expect(restored).toEqual({ ...account, stopReason: expect.any(String) })
  })
})
