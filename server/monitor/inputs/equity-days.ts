import type { EquityRecord } from '../../domain/performance/equity-record.ts'
import { defineInput } from '../frame/input.ts'

/** What the account was worth, minute by minute and day by day. */
export const equityDays = defineInput<EquityRecord>({
  kind: 'STATISTICS',
  source: 'ledger.equity',
  what: 'The record of the equity',
  producedBy: 'equity samples',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
