/** Queries of facts that only the journal contains: corrections of the wallet, and past engine states. */

import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { ControlFact } from '../../../engine/model/facts.ts'
import type { TradingStore, WalletAdjustment } from '../../../views/ports.ts'

/** Creates the query of corrections of the wallet to the exchange's balance, oldest first. */
export const walletAdjustments = (database: DatabaseSync): TradingStore['findAdjustments'] => {
  const select = database.prepare(
    `SELECT body FROM journal WHERE kind = 'walletAdjusted' ORDER BY seq LIMIT ${ADJUSTMENTS_MAX}`,
  )
  return () =>
    select.all().map(({ body }) => {
      const { atMs, difference } = readExact(String(body)) as WalletAdjustment
      return { atMs, difference }
    })
}

/** Maximum number returned; there are few, because each needs a reconciliation confirmed for a minute. */
const ADJUSTMENTS_MAX = 10_000

/** Creates the query of past engine states, such as running or stopped, newest first. */
export const engineStates = (database: DatabaseSync): TradingStore['findStates'] => {
  const select = database.prepare(`SELECT body FROM journal WHERE kind = 'controlChanged' ORDER BY seq DESC LIMIT ?`)
  return (limit) =>
    select.all(limit).map(({ body }) => {
      const { state, atMs } = readExact(String(body)) as ControlChanged
      return { state, atMs }
    })
}

type ControlChanged = Extract<ControlFact, { kind: 'controlChanged' }>
