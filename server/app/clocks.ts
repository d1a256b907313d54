import { uptime } from 'node:os'
import { SECOND_MS } from '../core/instant.ts'
import type { HostClocks } from '../core/platform-clock.ts'

/** Wall clock, monotonic clock and uptime of the host. A server reads the clocks of its host only here. */
export const hostClocks: HostClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  uptimeMs: () => uptime() * SECOND_MS,
}
