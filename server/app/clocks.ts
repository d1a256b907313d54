import { uptime } from 'node:os'
import { SECOND_MS } from '../core/instant.ts'
import type { HostClocks } from '../core/platform-clock.ts'

/** Clocks of the host, the only places of a server where they are read. */
export const hostClocks: HostClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  uptimeMs: () => uptime() * SECOND_MS,
}
