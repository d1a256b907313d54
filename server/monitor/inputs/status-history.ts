import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'
import type { ComponentId, ComponentStatus } from '../surfaces/public-status/component-status.ts'

/** History of the public status, as far as this process has observed it. */
export interface StatusHistoryTruth {
  /** Last state of each component, and since when. */
  readonly components: readonly {
    readonly id: ComponentId
    readonly status: ComponentStatus
    readonly sinceMs: Instant
  }[]
  /** Observed part of the last 24 hours, and the part of that in which it was OPERATIONAL or paused. */
  readonly observedMs: number
  readonly workingMs: number
  readonly lastIncident: {
    readonly code: string
    readonly startedAtMs: Instant
    readonly endedAtMs: Instant | null
  } | null
}

export const statusHistory = defineInput<StatusHistoryTruth>({
  kind: 'STATISTICS',
  source: 'monitor.status-history',
  what: 'How the status has been',
  producedBy: 'monitor',
  maxAgeMs: atOnce,
})
