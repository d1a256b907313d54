import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood } from '../flood.ts'
import { judgeLatencies, measureLatencies } from '../stop-latency.ts'

const CONNECTIONS = 2_100
const FILL_MS = 1_500

/** More connections than the server takes, all from the address of the operator, that say nothing and come back when they are cut. */
const run = async ({ seconds, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const flood = await startFlood({
    port: target.port,
    requests: [],
    connections: CONNECTIONS,
    depth: 0,
    reads: true,
    opensPerSecond: 4_000,
  })
  await setTimeout(FILL_MS)
  const latencies = await measureLatencies(target, seconds)
  const { opened, cut } = await flood.stop()
  const { broken, figures } = judgeLatencies(latencies)
  return { tried: opened, broken, figures: { ...figures, cut } }
}

export const silentConnections: Attack = {
  name: 'silent-connections',
  summary: 'emergency stop while one address holds every connection',
  run,
}
