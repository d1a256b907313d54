import type { StrategyCalibration } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** What the scores of every strategy have been worth, by bars and regime. */
export const calibrations = defineInput<readonly StrategyCalibration[]>({
  kind: 'STATISTICS',
  source: 'autotrading.calibration',
  what: 'The calibration of the strategies',
  producedBy: 'autotrading',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
