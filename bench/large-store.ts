/** Generates a data directory with a store of a given size, for the benchmarks of restarts and of lists. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { engineStorePath } from '../server/adapters/store/sqlite/store.ts'
import { openPlatform } from './platform.ts'

const ORDERS = 400
const CALLERS = 8
export const STATE = 'simulated-paper'
/** Leading characters of an ID that change once in a quarter of an hour: all orders placed here share them. */
const PREFIX_LENGTH = 6
const PREFIX_MS = 32 ** (10 - PREFIX_LENGTH)
/** Part of a time in milliseconds after the leading digits that all orders placed here share. */
const PERIOD_MS = 1_000_000
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const COPIES_AT_ONCE = 10
/** Time in which the orders are placed, even on a busy machine. */
const PLACED_WITHIN_MS = 120_000

/**
 * Places orders over HTTP, then copies them with their decisions and journal entries under other IDs until the store
 * has this size: the orders of each quarter of an hour of the days before.
 */
export const makeLargeStore = async (dataDir: string, bytes: number): Promise<void> => {
  await placeOrders(dataDir)
  const database = new DatabaseSync(engineStorePath(join(dataDir, STATE)))
  database.exec('PRAGMA synchronous = OFF')
  const copy = createCopy(database)
  const count = estimateCopies(database, copy, bytes)
  for (let number = 0; countBytes(database) < bytes; ) {
    database.exec('BEGIN')
    for (let left = COPIES_AT_ONCE; left > 0; left--) copy(++number, count)
    database.exec('COMMIT')
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Adds samples of equity, the most frequent fact of an account that trades little, until the journal has this size. */
export const addSamples = (dataDir: string, facts: number): void => {
  const database = new DatabaseSync(engineStorePath(join(dataDir, STATE)))
  database.exec('PRAGMA synchronous = OFF')
  const insert = database.prepare(`
    WITH RECURSIVE numbers (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM numbers WHERE number < ?1)
    INSERT INTO journal (kind, body) SELECT 'equitySampled', printf(
      '{"kind":"equitySampled","equity":{"$bigint":"1000000000000"},"walletBalance":{"$bigint":"1000000000000"},"atMs":%d,"unrealizedPnl":{"$bigint":"0"}}',
      ?2 + number * 1000) FROM numbers`)
  const newest = database.prepare('SELECT max(seq) AS seq FROM journal')
  for (let left = facts - Number(newest.get()?.seq); left > 0; left -= SAMPLES_AT_ONCE) {
    insert.run(Math.min(left, SAMPLES_AT_ONCE), Date.now() - left * 1_000)
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

const SAMPLES_AT_ONCE = 100_000

const placeOrders = async (dataDir: string): Promise<void> => {
  await waitForPeriod()
  const { platform, token, close } = await openPlatform(dataDir)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const read = await fetch(`${platform.url}/api/v381/market/tickers?symbol=BTCUSDT`, { headers })
  const { items } = (await read.json()) as { items: { bestBidPrice: string }[] }
  const price = (Number(items[0]?.bestBidPrice) * 0.995).toFixed(1)
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.001', price, timeInForce: 'IOC' }
  const init = { method: 'POST', headers, body: JSON.stringify(order) }
  let left = ORDERS
  const call = async (): Promise<void> => {
    while (left-- > 0) await (await fetch(`${platform.url}/api/v381/trading/order`, init)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  await close()
}

/** Waits until the leading digits of IDs and times remain the same while the orders are placed. */
const waitForPeriod = async (): Promise<void> => {
  for (const periodMs of [PREFIX_MS, PERIOD_MS]) {
    const leftMs = periodMs - (Date.now() % periodMs)
    if (leftMs < PLACED_WITHIN_MS) await setTimeout(leftMs)
  }
}

/** Returns how many copies fill the store to this size. */
const estimateCopies = (database: DatabaseSync, copy: Copy, bytes: number): number => {
  const before = countBytes(database)
  database.exec('BEGIN')
  for (let number = 1; number <= COPIES_AT_ONCE; number++) copy(number, COPIES_AT_ONCE)
  const bytesEach = (countBytes(database) - before) / COPIES_AT_ONCE
  database.exec('ROLLBACK')
  return Math.ceil((bytes - before) / bytesEach) + COPIES_AT_ONCE
}

const findPrefix = (database: DatabaseSync): string => {
  const row = database.prepare('SELECT min(order_id) AS first, max(order_id) AS last FROM orders').get()
  const [first, last] = [row?.first, row?.last].map((id) => String(id).slice(4, 4 + PREFIX_LENGTH))
  if (first === undefined || first !== last) throw new Error(`the orders have ids from ${first} to ${last}`)
  return first
}

/** Returns the leading digits of the times of all orders. */
const findPeriod = (database: DatabaseSync): number => {
  const row = database.prepare('SELECT min(created_ms) AS first, max(created_ms) AS last FROM orders').get()
  const [first, last] = [row?.first, row?.last].map((atMs) => Math.floor(Number(atMs) / PERIOD_MS))
  if (first === undefined || first !== last) throw new Error(`the orders are from ${first} to ${last}`)
  return first
}

const countBytes = (database: DatabaseSync): number => {
  const [pages, size] = ['page_count', 'page_size'].map((name) => database.prepare(`PRAGMA ${name}`).get()?.[name])
  return Number(pages) * Number(size)
}

/** Returns the ID prefix of a copy, of a time long before the originals. */
const otherPrefix = (number: number): string => {
  let digits = ''
  for (let rest = number; digits.length < PREFIX_LENGTH - 2; rest = Math.floor(rest / DIGITS.length)) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`
  }
  return `00${digits}`
}

/** Copies the placed orders, as number `number` of `count` copies, of which the last is from just before them. */
type Copy = (number: number, count: number) => void

const createCopy = (database: DatabaseSync): Copy => {
  const [prefix, period] = [findPrefix(database), findPeriod(database)]
  const last = Number(database.prepare('SELECT max(seq) AS seq FROM journal').get()?.seq)
  const renamed = (column: string): string => `replace(${column}, '${prefix}', :prefix)`
  const body = `replace(${renamed('body')}, 'Ms":${period}', 'Ms":' || :period)`
  const copies = [
    `INSERT INTO journal (kind, body) SELECT kind, ${body} FROM journal
       WHERE seq <= ${last} AND instr(body, 'ord_${prefix}') > 0 ORDER BY seq`,
    `INSERT INTO orders SELECT ${renamed('order_id')}, created_ms - (${period} - :period) * ${PERIOD_MS}, symbol, status,
       open, origin, client_order_id, ${body} FROM orders WHERE order_id >= 'ord_${prefix}'`,
    `INSERT INTO decisions SELECT ${renamed('decision_id')}, ${renamed('order_id')}, ${body} FROM decisions
       WHERE order_id >= 'ord_${prefix}'`,
  ].map((sql) => database.prepare(sql))
  return (number, count) => {
    const values = { prefix: otherPrefix(number), period: String(period - 1 - Math.max(0, count - number)) }
    for (const statement of copies) statement.run(values)
  }
}
