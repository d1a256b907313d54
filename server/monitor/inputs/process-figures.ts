import { defineInput } from '../frame/input.ts'

/** Running build and its resource usage. */
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
  /** Timer delay of the process since the last reading; null when nothing was measured in between. */
  readonly loopDelay: { readonly meanSec: number; readonly p99Sec: number; readonly maxSec: number } | null
}

export const processFigures = defineInput<ProcessFigures>({
  kind: 'STATE',
  source: 'process',
  what: 'What the process takes of the machine',
  producedBy: 'process',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
