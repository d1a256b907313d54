/** Inputs of the monitor: closed trades, equity and trials. */

import type { Instant } from '../../core/instant.ts'
import type { EquityRecord } from '../../domain/performance/equity-curve.ts'
import type { TradeRecord } from '../../domain/performance/trade-record.ts'
import type { TrialRecord } from '../../domain/performance/trial-record.ts'
import { defineInput } from '../frame/input.ts'

/** Closed positions of this mode, and whether their sum agrees with the account. */
export interface TradesTruth {
  readonly record: TradeRecord
  readonly open: number
  /** Time the ledger was opened. */
  readonly openedAtMs: Instant
  /** Decimal string; `difference` is not explained by any lifecycle or flow. */
  readonly identity: {
    readonly equityStart: string
    readonly equityNow: string
    readonly externalFlows: string
    readonly made: string
    readonly difference: string
  }
}

export const trades = defineInput<TradesTruth>({
  kind: 'STATISTICS',
  source: 'ledger.lifecycles',
  what: 'The record of closed trades',
  producedBy: 'closed positions',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** Equity of the account, by minute and by day. */
export const equityDays = defineInput<EquityRecord>({
  kind: 'STATISTICS',
  source: 'ledger.equity',
  what: 'The equity record',
  producedBy: 'equity samples',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** All strategies whose performance was ever evaluated, by definition and timeframe. */
export const trials = defineInput<TrialRecord>({
  kind: 'STATISTICS',
  source: 'store.trials',
  what: 'The registry of trials',
  producedBy: 'signal outcomes',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
