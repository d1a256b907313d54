import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../../engine/model/ports.ts'
import type { ProcessFigures } from '../../monitor/inputs/observation.ts'
import { VERSION } from '../../project.ts'

/** Sampling interval of the event loop, which is included in the measured delay. */
const RESOLUTION_MS = 10

const NANOS = 1e9
const MICROS = 1e6

/** Monitors the resources of this process. Each reading restarts the event loop delay histogram. */
export const openProcessFigures = (clock: Clock, resources: AsyncDisposableStack): (() => ProcessFigures) => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  resources.defer(() => void delays.disable())
  const startedAtMs = Math.round(clock() - process.uptime() * 1_000)
  return () => {
    const { rss, heapUsed, heapTotal } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const loopDelay = readLoopDelay(delays)
    delays.reset()
    return {
      version: VERSION,
      nodeVersion: process.version,
      startedAtMs,
      residentBytes: rss,
      heapUsedBytes: heapUsed,
      heapTotalBytes: heapTotal,
      cpuUserSec: user / MICROS,
      cpuSystemSec: system / MICROS,
      loopDelay,
    }
  }
}

const readLoopDelay = (delays: ReturnType<typeof monitorEventLoopDelay>): ProcessFigures['loopDelay'] => {
  if (delays.count === 0) return null
  const late = (nanos: number): number => Math.max(0, (nanos - RESOLUTION_MS * MICROS) / NANOS)
  return { meanSec: late(delays.mean), p99Sec: late(delays.percentile(99)), maxSec: late(delays.max) }
}
