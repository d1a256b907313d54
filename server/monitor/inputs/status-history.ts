import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'
import type { ComponentId, ComponentStatus } from '../surfaces/public-status/component-status.ts'

/** How the public status has been, as far as this process has looked. */
export interface StatusHistoryTruth {
  /** As each component was last, and since when. */
  readonly components: readonly {
    readonly id: ComponentId
    readonly status: ComponentStatus
    readonly sinceMs: Instant
  }[]
  /** Of the last 24 hours: how much of them was observed, and in how much of that it was OPERATIONAL or paused. */
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
