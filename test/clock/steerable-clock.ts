import { hostClocks } from '../../server/app/clocks.ts'
import type { HostClocks } from '../../server/core/platform-clock.ts'

/** Returns the host's clocks, with a wall clock that the test sets. */
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
