import type { EquityRecord } from '../../domain/performance/equity-record.ts'
import { defineInput } from '../frame/input.ts'

/** Equity of the account, by minute and by day. */
export const equityDays = defineInput<EquityRecord>({
  kind: 'STATISTICS',
  source: 'ledger.equity',
  what: 'The record of the equity',
  producedBy: 'equity samples',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
