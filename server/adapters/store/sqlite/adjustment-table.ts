import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { TradingStore, WalletAdjustment } from '../../../views/ports.ts'

/** Table of wallet adjustments. */
export interface AdjustmentTable {
  readonly find: TradingStore['findAdjustments']
}

/** Wallet corrections, with their position in the journal. */
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
