import type { StrategyCalibration } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** Calibrated value of every strategy's scores, by bar length and regime. */
export const calibrations = defineInput<readonly StrategyCalibration[]>({
  kind: 'STATISTICS',
  source: 'autotrading.calibration',
  what: 'The calibration of the strategies',
  producedBy: 'autotrading',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
