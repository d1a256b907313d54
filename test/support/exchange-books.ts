import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoredAccount, StoredOrder } from '../../server/adapters/exchanges/clearing/clearing-store.ts'
import { isOpen } from '../../server/adapters/exchanges/clearing/working-order.ts'
import { readExact } from '../../server/core/exact-json.ts'
import type { VenueFill } from '../../server/domain/order/venue-report.ts'

/** Stored account state of a simulated exchange, read directly. */
export interface ExchangeBooks {
  readonly account: StoredAccount
  readonly orders: readonly StoredOrder[]
  readonly open: readonly StoredOrder[]
  readonly fills: readonly VenueFill[]
}

/** Reads the complete state as of one commit; the exchange may continue meanwhile. */
export const readExchangeBooks = (dataDir: string): ExchangeBooks => {
  const database = new DatabaseSync(join(dataDir, 'simulated-paper', 'exchange.sqlite'), { readOnly: true })
  const read = <T>(table: string): T[] =>
    database
      .prepare(`SELECT body FROM ${table}`)
      .all()
      .map(({ body }) => readExact(String(body)) as T)
  try {
    database.exec('BEGIN')
    const [account] = read<StoredAccount>('account')
    if (!account) throw new Error('the exchange has no account yet')
    const orders = read<StoredOrder>('orders')
    return { account, orders, open: orders.filter(isOpen), fills: read<VenueFill>('fills') }
  } finally {
    database.close()
  }
}
