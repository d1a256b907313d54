import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { TradingStore, WalletAdjustment } from '../../../views/ports.ts'

/** Queries of corrections of the wallet to the exchange's balance, which are stored in the journal. */
export interface AdjustmentTable {
  readonly find: TradingStore['findAdjustments']
}

/** Creates the queries over an open database; results are oldest first. */
export const adjustmentTable = (database: DatabaseSync): AdjustmentTable => {
  const select = database.prepare(
    `SELECT body FROM journal WHERE kind = 'walletAdjusted' ORDER BY seq LIMIT ${ADJUSTMENTS_MAX}`,
  )
  return { find: () => select.all().map(({ body }) => parseAdjustment(body)) }
}

/** Maximum number returned; there are few, because each needs a reconciliation confirmed for a minute. */
const ADJUSTMENTS_MAX = 10_000

const parseAdjustment = (body: unknown): WalletAdjustment => {
  const { atMs, difference } = readExact(String(body)) as WalletAdjustment
  return { atMs, difference }
}
