/** The queries of the engine's database, created together. */

import type { DatabaseSync } from 'node:sqlite'
import type { TradingStore } from '../../../views/ports.ts'
import { type AccountTable, accountTable } from './account-table.ts'
import { type ContextTable, contextTable } from './context-table.ts'
import { type DecisionTable, decisionTable } from './decision-table.ts'
import { type EntryTable, entryTable } from './entry-table.ts'
import { type EquityTable, equityTable } from './equity-table.ts'
import { type IdempotencyTable, idempotencyTable } from './idempotency-table.ts'
import { engineStates, walletAdjustments } from './journal-queries.ts'
import { orderFlow } from './order-flow.ts'
import { type OrderTable, orderTable } from './order-table.ts'
import { ownConduct } from './own-conduct.ts'
import { type PositionTable, positionTable } from './position-table.ts'
import { type SignalTable, signalTable } from './signal-table.ts'
import { type TrialTable, trialTable } from './trial-table.ts'

/** Query objects by table. */
export interface Tables {
  readonly orders: OrderTable
  readonly positions: PositionTable
  readonly account: AccountTable
  readonly equity: EquityTable
  readonly decisions: DecisionTable
  readonly idempotency: IdempotencyTable
  readonly signals: SignalTable
  readonly entries: EntryTable
  readonly contexts: ContextTable
  /** Counts over several tables. */
  readonly countConduct: TradingStore['countConduct']
  readonly findFlow: TradingStore['findFlow']
  readonly trials: TrialTable
  /** Facts in the journal that no table contains. */
  readonly findAdjustments: TradingStore['findAdjustments']
  readonly findStates: TradingStore['findStates']
}

export const createTables = (database: DatabaseSync): Tables => ({
  orders: orderTable(database),
  positions: positionTable(database),
  account: accountTable(database),
  equity: equityTable(database),
  decisions: decisionTable(database),
  idempotency: idempotencyTable(database),
  signals: signalTable(database),
  entries: entryTable(database),
  contexts: contextTable(database),
  countConduct: ownConduct(database),
  findFlow: orderFlow(database),
  trials: trialTable(database),
  findAdjustments: walletAdjustments(database),
  findStates: engineStates(database),
})
