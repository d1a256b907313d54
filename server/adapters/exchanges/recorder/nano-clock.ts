import type { Clock } from '../../../engine/model/ports.ts'

/** Clock for the times of arrival in a recording: returns nanoseconds since 1970-01-01 UTC. */
export type NanoClock = () => bigint

const PER_MS = 1_000_000n

/** Difference of the clocks above which the wall clock was set, or the machine has slept. */
const APART_MAX_NS = 1_000_000_000n

/**
 * Creates a clock with the time of the wall clock and the resolution of the monotonic clock; it runs backwards only
 * when the wall clock is set back.
 */
export const createNanoClock = (wall: Clock, monotonicNs: () => bigint): NanoClock => {
  const baseNow = (): bigint => BigInt(wall()) * PER_MS - monotonicNs()
  let base = baseNow()
  return () => {
    const apart = baseNow() - base
    if (apart > APART_MAX_NS || apart < -APART_MAX_NS) base += apart
    return base + monotonicNs()
  }
}
