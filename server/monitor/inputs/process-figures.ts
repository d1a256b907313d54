import { defineInput } from '../frame/input.ts'

/** What runs, and what it takes of the machine. */
export interface ProcessFigures {
  readonly version: string
  readonly nodeVersion: string
  readonly startedAtMs: number
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapTotalBytes: number
  /** Since the start. */
  readonly cpuUserSec: number
  readonly cpuSystemSec: number
  /** How late the process came to its timers since it was last looked at; null where nothing was measured in between. */
  readonly loopDelay: { readonly meanSec: number; readonly p99Sec: number; readonly maxSec: number } | null
}

export const processFigures = defineInput<ProcessFigures>({
  kind: 'STATE',
  source: 'process',
  what: 'What the process takes of the machine',
  producedBy: 'process',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
