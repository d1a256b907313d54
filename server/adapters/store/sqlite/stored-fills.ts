import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { VenueFill } from '../../../domain/order/venue-report.ts'
import { venueStorePath } from './venue-store.ts'

/** Maximum wait for a server's write lock. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Reads the fills of a paper account from its database, in order of execution, even while a server is writing to it;
 * undefined when there is no database in the directory.
 */
export const readStoredFills = (directory: string): readonly VenueFill[] | undefined => {
  const path = venueStorePath(directory)
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return database
      .prepare('SELECT body FROM fills ORDER BY exec_id')
      .all()
      .map(({ body }) => readExact(String(body)) as VenueFill)
  } finally {
    database.close()
  }
}
