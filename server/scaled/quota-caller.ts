/** One caller of a gateway in a shared quota: the requests that are reserved for it, and how many it is likely to need. */

import type { CallerQuota, QuotaCount, QuotaTurn } from './ports.ts'
import { RESERVED_MS } from './quota-window.ts'

export interface QuotaCaller {
  readonly quota: CallerQuota
  /** Identifies the reservation. */
  readonly holder: string
  /** Reserved requests that are not used yet, and the time until which they may be. */
  free: number
  untilMs: number
  /** Used requests that are not reported to the store yet, and the time of the newest. */
  used: number
  usedAtMs: number
  /** Number of requests since the last tick, and in the tick before. */
  recent: number
  earlier: number
  /** State of the quota at the last turn. */
  left: number
  resetAtMs: number
}

export const openCaller = (quota: CallerQuota, holder: string): QuotaCaller => ({
  ...{ quota, holder, free: 0, untilMs: 0, used: 0, usedAtMs: 0 },
  ...{ recent: 0, earlier: 0, left: quota.requests, resetAtMs: 0 },
})

/** Uses one reserved request; returns false if there is none. */
export const takeReserved = (caller: QuotaCaller, nowMs: number): boolean => {
  if (caller.free === 0 || nowMs >= caller.untilMs) return false
  caller.free -= 1
  caller.used += 1
  caller.usedAtMs = nowMs
  return true
}

/**
 * Begins a turn for `waiting` requests. The reservation is to be twice the demand of a tick, and nothing for a single
 * request, or when nothing else is left of the quota: other gateways may need it.
 */
export const beginTurn = (caller: QuotaCaller, waiting: number, nowMs: number): QuotaTurn => {
  const { quota, holder, free, used, untilMs, usedAtMs, left } = caller
  const demand = Math.max(caller.recent, caller.earlier)
  const wanted = left > 0 && demand > 1 ? 2 * demand : 0
  const retained = nowMs < untilMs ? Math.min(free, wanted) : 0
  caller.free = retained
  caller.used = 0
  const usedAgeMs = used > 0 ? nowMs - usedAtMs : 0
  return { ...quota, holder, used, usedAgeMs, returned: free - retained, waiting, ahead: wanted - retained }
}

/** Ends a turn that began at `sentMs`. Requests that were reserved or used meanwhile stay reserved. */
export const endTurn = (caller: QuotaCaller, count: QuotaCount, { sentMs, nowMs }: TurnTime): void => {
  if (!count.isHeld) {
    caller.free = 0
    caller.used = 0
  }
  caller.free += count.reserved
  caller.untilMs = sentMs + RESERVED_MS
  caller.left = count.left
  caller.resetAtMs = nowMs + count.resetMs
}

interface TurnTime {
  readonly sentMs: number
  readonly nowMs: number
}

/** Ends a tick. */
export const passTick = (caller: QuotaCaller): void => {
  caller.earlier = caller.recent
  caller.recent = 0
}

/** Returns whether the store has a reservation of the caller. */
export const isReserved = ({ free, used }: QuotaCaller): boolean => free + used > 0
