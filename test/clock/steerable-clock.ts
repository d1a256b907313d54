import { hostClocks } from '../../server/app/clocks.ts'
import type { HostClocks } from '../../server/core/platform-clock.ts'

/** The host's clocks, with a wall clock that a test sets; the others are what they are. */
export const createSteerableClock = (): HostClocks & { set(offsetMs: number): void } => {
  let offsetMs = 0
  return {
    ...hostClocks,
    wall: () => hostClocks.wall() + offsetMs,
    set(ms) {
      offsetMs = ms
    },
  }
}
