import { defineInput, limitOrZero } from '../frame/input.ts'

/** Offset of the platform clock from the exchange's; observed when it was last measured. */
export interface ClockTruth {
  /** False where the market's own clock rules, as in a replay: nothing is measured then. */
  readonly checked: boolean
  readonly offsetMs: number | null
  readonly errorMs: number | null
}

export const clock = defineInput<ClockTruth>({
  kind: 'STATE',
  source: 'exchange.time',
  what: 'A measurement of our clock against that of the exchange',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ data }) => limitOrZero(data.maxClockAgeMs),
})
