import type { Instant } from '../../core/instant.ts'
import type { TradeRecord } from '../../domain/performance/trade-record.ts'
import { defineInput } from '../frame/input.ts'

/** Every lifecycle of this mode that has ended, and whether the account agrees with all of them. */
export interface TradesTruth {
  readonly record: TradeRecord
  readonly open: number
  /** Since when there are books. */
  readonly openedAtMs: Instant
  /** Decimal text; `difference` is what no lifecycle and no flow explains. */
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
  what: 'The record of the closed trades',
  producedBy: 'closed positions',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
