/** Database of a simulated exchange that runs in this process: its account, orders, fills and funding payments. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { VenueFill, VenueFunding } from '../../../domain/order/venue-report.ts'
import type {
  ClearingChanges,
  ClearingStore,
  StoredAccount,
  StoredOrder,
} from '../../exchanges/clearing/clearing-store.ts'
import { isOpen } from '../../exchanges/clearing/working-order.ts'
import { VENUE_SCHEMA } from '../migrations/venue.ts'
import { checkpoint, type Durability, inTransaction, openDatabase } from './database.ts'
import { isFailedWrite } from './failed-write.ts'
import { LOG_POSITION_WRITES, openLogPosition } from './log-position.ts'
import { createWrite, type Row, type Writes } from './rows.ts'
import { readingDatabase, StoreError } from './store-error.ts'

/** Store of a simulated exchange, with its own database. */
export interface VenueStore extends ClearingStore {
  commit(changes: ClearingChanges): void
  /** Like `commit`, with rows created by another thread. */
  write(rows: readonly Row[]): void
  /** Same as `EngineStore.position`. */
  position(): number | null
  /** Moves commits out of the write-ahead log; call it once a minute. False when that is not possible now. */
  checkpoint(): boolean
  close(): void
}

/** Returns the path of the database. */
export const venueStorePath = (directory: string): string => join(directory, 'exchange.sqlite')

export const openVenueStore = (directory: string, durability?: Durability): VenueStore => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = venueStorePath(directory)
  const database = openDatabase(path, VENUE_SCHEMA, durability)
  return readingDatabase(path, () => createVenueStore(database))
}

const WRITES: Writes = {
  account: 'INSERT OR REPLACE INTO account (id, body) VALUES (1, ?)',
  orders: 'INSERT OR REPLACE INTO orders (venue_client_id, exchange_order_id, open, body) VALUES (?, ?, ?, ?)',
  fills: 'INSERT INTO fills (exec_id, venue_client_id, executed_at_ms, body) VALUES (?, ?, ?, ?)',
  funding: 'INSERT INTO funding (funding_id, settled_at_ms, body) VALUES (?, ?, ?)',
  ...LOG_POSITION_WRITES,
}

export const venueRows = ({ account, orders, fills, funding }: ClearingChanges): Row[] => [
  ['account', writeExact(account)],
  ...orders.map(orderRow),
  ...fills.map((fill): Row => ['fills', fill.execId, fill.venueClientId, fill.executedAtMs, writeExact(fill)]),
  ...funding.map((paid): Row => ['funding', paid.fundingId, paid.settledAtMs, writeExact(paid)]),
]

/** Creates the store over an open database. */
export const createVenueStore = (database: DatabaseSync): VenueStore => {
  const writeRows = createWrite(database, WRITES)
  const write: VenueStore['write'] = (rows) =>
    naming(database, 'written', () => inTransaction(database, () => writeRows(rows)))
  return {
    ...readings(database),
    position: openLogPosition(database),
    commit: (changes) => write(venueRows(changes)),
    write,
    checkpoint: () => checkpoint(database),
    close: () => database.close(),
  }
}

const orderRow = (order: StoredOrder): Row => [
  'orders',
  order.venueClientId,
  order.exchangeOrderId,
  isOpen(order) ? 1 : 0,
  writeExact(order),
]

const readings = (database: DatabaseSync): Omit<ClearingStore, 'commit'> => {
  const reader = <T>(sql: string): ((...keys: SQLInputValue[]) => T[]) => {
    const select = database.prepare(sql)
    return (...keys) =>
      naming(database, 'read', () => select.all(...keys).map(({ body }) => readExact(String(body)) as T))
  }
  const account = reader<StoredAccount>('SELECT body FROM account')
  const openOrders = reader<StoredOrder>('SELECT body FROM orders WHERE open = 1 ORDER BY exchange_order_id')
  const order = reader<StoredOrder>('SELECT body FROM orders WHERE venue_client_id = ?')
  const readFills = reader<VenueFill>('SELECT body FROM fills WHERE venue_client_id = ? ORDER BY exec_id')
  const fillsSince = reader<VenueFill>('SELECT body FROM fills WHERE executed_at_ms >= ? ORDER BY exec_id')
  const fundingSince = reader<VenueFunding>('SELECT body FROM funding WHERE settled_at_ms >= ? ORDER BY settled_at_ms')
  return {
    readAccount: () => account()[0],
    readOpenOrders: () => openOrders(),
    findOrder: (venueClientId) => order(venueClientId)[0],
    readFills: (venueClientId) => readFills(venueClientId),
    fillsSince: (sinceMs) => fillsSince(sinceMs),
    fundingSince: (sinceMs) => fundingSince(sinceMs),
  }
}

const naming = <T>(database: DatabaseSync, verb: 'written' | 'read', work: () => T): T => {
  try {
    return work()
  } catch (error) {
    const reason = errorMessage(error)
    const fault = `${database.location()} cannot be ${verb} (${reason}). Free disk space or repair the disk`
    if (verb === 'written' && isFailedWrite(error)) throw new StoreFailure(`${fault}.`)
    throw new StoreError(`${fault}, then start again.`)
  }
}
