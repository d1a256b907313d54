import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { planMigration } from '../../server/app/migrate-data.ts'
import { rollBack } from '../../server/app/roll-back.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aStopOrder } from '../support/stop-order.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { openDataDirectory } from './data-directory.ts'

const USER = { username: 'admin', roles: ['ADMIN'], password: 'vultures-harbour-93-ostrich' }
export const clock = () => NOON_MS
export const ENGINE = join('simulated-paper', 'engine.sqlite')

export const setSchema = (path: string, sql: string): void => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** Creates a data directory with five orders, in the schema before the last migration of the engine. */
export const anOlderDirectory = async () => {
  const dataDir = join(aTempDirectory(), 'data')
  const live = openDataDirectory(dataDir)
  await live.user('add', USER)
  for (let order = 1; order <= 5; order++) await live.trade()
  live.close()
  setSchema(join(dataDir, ENGINE), 'DROP TABLE log_position; PRAGMA user_version = 6')
  writeFileSync(join(dataDir, 'keys.json'), '{}')
  return dataDir
}

export const trade = async (dataDir: string): Promise<void> => {
  const live = openDataDirectory(dataDir)
  await live.trade()
  await live.user('add', { ...USER, username: 'later' })
  live.close()
}

export const back = (dataDir: string, acceptLoss = false) =>
  rollBack({ dataDir, acceptLoss }, { clock, newStop: aStopOrder })

export const engineVersion = (dataDir: string) =>
  planMigration(dataDir).stores.find(({ path }) => path === ENGINE)?.stored
