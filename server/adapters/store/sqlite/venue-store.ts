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
import { checkpoint, inTransaction, openDatabase } from './database.ts'
import { isFailedWrite } from './failed-write.ts'
import { readingDatabase, StoreError } from './store-error.ts'

/** Persistent state of a local exchange, in a database of its own. */
export interface VenueStore extends ClearingStore {
  commit(changes: ClearingChanges): void
  /** As `commit`, of changes in the form in which they are sent to another thread. */
  write(rows: VenueRows): void
  /** Moves what was committed out of the write-ahead log; call it once a minute. False when it could not be done now. */
  checkpoint(): boolean
  close(): void
}

/** The database of an exchange that we run. */
export const venueStorePath = (directory: string): string => join(directory, 'exchange.sqlite')

export const openVenueStore = (directory: string): VenueStore => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = venueStorePath(directory)
  const database = openDatabase(path, VENUE_SCHEMA)
  return readingDatabase(path, () => createVenueStore(database))
}

/** Changes as they are stored: bodies as text. */
export interface VenueRows {
  readonly account: string
  readonly orders: readonly ReturnType<typeof orderRow>[]
  readonly fills: readonly (readonly [
    execId: string,
    venueClientId: string | null,
    executedAtMs: number,
    body: string,
  ])[]
  readonly funding: readonly (readonly [fundingId: string, settledAtMs: number, body: string])[]
}

export const venueRows = ({ account, orders, fills, funding }: ClearingChanges): VenueRows => ({
  account: writeExact(account),
  orders: orders.map(orderRow),
  fills: fills.map((fill) => [fill.execId, fill.venueClientId, fill.executedAtMs, writeExact(fill)]),
  funding: funding.map((paid) => [paid.fundingId, paid.settledAtMs, writeExact(paid)]),
})

/** The store over a database that is open. */
export const createVenueStore = (database: DatabaseSync): VenueStore => {
  const write = createWrite(database)
  return {
    ...readings(database),
    commit: (changes) => write(venueRows(changes)),
    write,
    checkpoint: () => checkpoint(database),
    close: () => database.close(),
  }
}

const createWrite = (database: DatabaseSync): VenueStore['write'] => {
  const putAccount = database.prepare('INSERT OR REPLACE INTO account (id, body) VALUES (1, ?)')
  const putOrder = database.prepare(
    'INSERT OR REPLACE INTO orders (venue_client_id, exchange_order_id, open, body) VALUES (?, ?, ?, ?)',
  )
  const addFill = database.prepare(
    'INSERT INTO fills (exec_id, venue_client_id, executed_at_ms, body) VALUES (?, ?, ?, ?)',
  )
  const addFunding = database.prepare('INSERT INTO funding (funding_id, settled_at_ms, body) VALUES (?, ?, ?)')

  const write = ({ account, orders, fills, funding }: VenueRows): void => {
    putAccount.run(account)
    for (const row of orders) putOrder.run(...row)
    for (const row of fills) addFill.run(...row)
    for (const row of funding) addFunding.run(...row)
  }

  return (rows) => naming(database, 'written', () => inTransaction(database, () => write(rows)))
}

const orderRow = (order: StoredOrder) =>
  [order.venueClientId, order.exchangeOrderId, isOpen(order) ? 1 : 0, writeExact(order)] as const

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
