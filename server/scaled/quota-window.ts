/**
 * Exact sliding window of one caller's quota across gateways: counts requests, and reserves some of them in advance for a
 * gateway, which then admits them without the store.
 */

import { SECOND_MS } from '../core/instant.ts'
import type { CountTurn, QuotaTurn, QuotaWindow } from './ports.ts'

/** Validity of a reservation. One that is not renewed by then counts as used at its end. */
export const RESERVED_MS = SECOND_MS

/** A reservation is at most this part of what is left, so that the last requests of a quota are counted one by one. */
const SHARE = 8

/** Counted requests are stored with a precision of this part of the window, in whole milliseconds, which limits its size. */
const PRECISION = 600

/** Counts and reserves requests of a caller for one gateway. */
export const countTurn: CountTurn = (before, turn, nowMs) => {
  const window = before ?? EMPTY
  const { requests, windowMs, holder, returned, waiting, ahead } = turn
  const own = window.reserved.find((each) => each.holder === holder && each.untilMs > nowMs)
  const others = window.reserved.filter((each) => each.holder !== holder && each.untilMs > nowMs)
  const lapsed = window.reserved.filter(({ untilMs }) => untilMs <= nowMs)
  const used = own ? turn.used : 0
  const past = merge(turn, nowMs, [
    ...window.counted,
    ...lapsed.map((each): Counted => [each.untilMs, each.requests]),
    [nowMs - turn.usedAgeMs, used],
  ])
  const ownAhead = own ? Math.max(0, own.requests - used - returned) : 0
  const elsewhere = sum(others.map((each) => each.requests))
  const free = Math.max(0, requests - sum(past.map(([, count]) => count)) - ownAhead - elsewhere)
  const granted = Math.min(waiting, free)
  const reserved = Math.max(0, Math.min(ahead, Math.floor((free - granted) / SHARE) - ownAhead))
  const counted = merge(turn, nowMs, [...past, [nowMs, granted]])
  const held = { holder, requests: ownAhead + reserved, untilMs: nowMs + RESERVED_MS }
  const left = free - granted - reserved
  const resetMs = Math.max(0, (counted[0]?.[0] ?? nowMs) + windowMs - nowMs)
  const next = { counted, reserved: held.requests > 0 ? [...others, held] : others }
  return {
    window: next,
    endsAtMs: findEnd(next) + windowMs,
    count: { granted, reserved, isHeld: own !== undefined, left, elsewhere, resetMs },
  }
}

type Counted = QuotaWindow['counted'][number]

const EMPTY: QuotaWindow = { counted: [], reserved: [] }

const findEnd = ({ counted, reserved }: QuotaWindow): number =>
  Math.max(0, ...counted.map(([atMs]) => atMs), ...reserved.map(({ untilMs }) => untilMs))

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Returns the requests that are still in the window, oldest first. Times are rounded up, so that none leaves it early. */
const merge = (
  { windowMs }: Pick<QuotaTurn, 'windowMs'>,
  nowMs: number,
  counted: readonly Counted[],
): readonly Counted[] => {
  const stepMs = Math.ceil(windowMs / PRECISION)
  const steps = new Map<number, number>()
  for (const [atMs, requests] of counted) {
    const step = Math.ceil(atMs / stepMs)
    if (requests > 0 && step * stepMs > nowMs - windowMs) steps.set(step, (steps.get(step) ?? 0) + requests)
  }
  return [...steps].sort(([one], [other]) => one - other).map(([step, requests]) => [step * stepMs, requests])
}
