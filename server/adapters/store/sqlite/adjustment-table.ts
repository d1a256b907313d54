import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { TradingStore, WalletAdjustment } from '../../../views/ports.ts'

/** Reads the wallet adjustments in the journal. */
export interface AdjustmentTable {
  readonly find: TradingStore['findAdjustments']
}

/** Finds corrections of the wallet to the exchange's balance, oldest first. They have no table of their own. */
export const adjustmentTable = (database: DatabaseSync): AdjustmentTable => {
  const select = database.prepare(
    `SELECT body FROM journal WHERE kind = 'walletAdjusted' ORDER BY seq LIMIT ${ADJUSTMENTS_MAX}`,
  )
  return { find: () => select.all().map(({ body }) => parseAdjustment(body)) }
}

/** Maximum number returned; there are few: each was found by a reconciliation and confirmed for a minute. */
const ADJUSTMENTS_MAX = 10_000

const parseAdjustment = (body: unknown): WalletAdjustment => {
  const { atMs, difference } = readExact(String(body)) as WalletAdjustment
  return { atMs, difference }
}
