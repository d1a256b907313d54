import type { TrialRecord } from '../../domain/performance/trial-record.ts'
import { defineInput } from '../frame/input.ts'

/** Every strategy whose performance was ever evaluated, by its definition and bar length. */
export const trials = defineInput<TrialRecord>({
  kind: 'STATISTICS',
  source: 'store.trials',
  what: 'The registry of trials',
  producedBy: 'signal outcomes',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
