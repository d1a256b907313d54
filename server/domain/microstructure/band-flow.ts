import { type Instant, MINUTE_MS } from '../../core/instant.ts'

/** Order flow in the watched band, in lots. */
export interface FlowSums {
  added: number
  removed: number
  traded: number
  /** Σ over levels of max(0, removed − traded there). */
  cancelled: number
  /** Sizes of large adds, and of those that were withdrawn immediately. */
  largeAdded: number
  fleeting: number
  /** Number of large adds, and of those that vanished untraded. */
  largeAdds: number
  largeVanished: number
}

/** The sums of each of the last sixty minutes. */
export interface BandFlow {
  readonly minutes: FlowSums[]
  readonly stamps: number[]
  current: FlowSums
  minute: number
}

const MINUTES = 60

const noFlow = (): FlowSums => ({
  added: 0,
  removed: 0,
  traded: 0,
  cancelled: 0,
  largeAdded: 0,
  fleeting: 0,
  largeAdds: 0,
  largeVanished: 0,
})

export const createBandFlow = (): BandFlow => ({
  minutes: Array.from({ length: MINUTES }, noFlow),
  stamps: Array.from({ length: MINUTES }, () => -1),
  current: noFlow(),
  minute: -1,
})

/** Exchange time has come this far: what follows is counted there. */
export const turnFlow = (flow: BandFlow, at: Instant): void => {
  const minute = Math.floor(at / MINUTE_MS)
  if (minute <= flow.minute) return
  const slot = minute % MINUTES
  flow.minute = minute
  flow.current = noFlow()
  flow.minutes[slot] = flow.current
  flow.stamps[slot] = minute
}

/** The last hour together. */
export const sumHourFlow = (flow: BandFlow, at: Instant): FlowSums => {
  const now = Math.floor(at / MINUTE_MS)
  const sums = noFlow()
  for (const [slot, minute] of flow.minutes.entries()) {
    const stamp = flow.stamps[slot] ?? -1
    if (stamp <= now - MINUTES || stamp > now || stamp < 0) continue
    for (const key of KEYS) sums[key] += minute[key]
  }
  return sums
}

/** Returns the share of last hour's large adds that were withdrawn immediately; null while there were none. */
export const fleetingShare = ({ fleeting, largeAdded }: FlowSums): number | null =>
  largeAdded === 0 ? null : Math.min(1, fleeting / largeAdded)

const KEYS = Object.keys(noFlow()) as (keyof FlowSums)[]
