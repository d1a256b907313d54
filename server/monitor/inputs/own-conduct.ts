import type { Instant } from '../../core/instant.ts'
import type { OwnConduct } from '../../domain/microstructure/own-conduct.ts'
import { defineInput } from '../frame/input.ts'

/** Own trading conduct in the last 24 hours. */
export interface ConductTruth extends OwnConduct {
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const ownConduct = defineInput<ConductTruth>({
  kind: 'STATISTICS',
  source: 'store.orders',
  what: 'What we did ourselves in the last 24 hours',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
