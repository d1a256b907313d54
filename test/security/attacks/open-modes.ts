import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDirectory } from '../../../server/adapters/store/sqlite/lock.ts'
import { openDataDirectory } from '../../durability/data-directory.ts'
import type { Attack, Findings } from '../attack.ts'

const OPEN = 0o777
const OF_OTHERS = 0o077

const allIn = (path: string): string[] =>
  statSync(path).isDirectory() ? [path, ...readdirSync(path).flatMap((name) => allIn(join(path, name)))] : [path]

/** Starts on a data directory that is open to others, with a umask of zero. */
const run = async (): Promise<Findings> => {
  const base = mkdtempSync(join(tmpdir(), 'plimsoll-modes-'))
  const dataDir = join(base, 'data')
  const umask = process.umask(0)
  try {
    mkdirSync(dataDir)
    chmodSync(dataDir, OPEN)
    const start = async (): Promise<void> => {
      const lock = lockDataDirectory(dataDir)
      const opened = openDataDirectory(dataDir)
      await opened.trade()
      opened.close()
      lock.release()
    }
    await start()
    const broken = exposed(dataDir)
    const all = allIn(dataDir)
    for (const path of all) chmodSync(path, OPEN)
    lockDataDirectory(dataDir).release()
    return { tried: 2 * all.length, broken: [...broken, ...exposed(dataDir)], figures: {} }
  } finally {
    process.umask(umask)
    rmSync(base, { recursive: true })
  }
}

const exposed = (dataDir: string): string[] =>
  allIn(dataDir)
    .filter((path) => (statSync(path).mode & OF_OTHERS) !== 0)
    .map((path) => `${path} has mode ${(statSync(path).mode & OPEN).toString(8)}`)

export const openModes: Attack = {
  name: 'open-modes',
  summary: 'a data directory that others may read or write before the start',
  run,
}
