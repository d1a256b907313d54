import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood } from '../flood.ts'
import { judgeUnderAttack } from '../stop-latency.ts'

const CONNECTIONS = 2_100
const OPENS_PER_SECOND = 1_000
const FILL_MS = 2_500

/** Opens more idle connections than the server accepts, all from the operator's address, and reopens closed ones. */
const run = async ({ seconds, patience, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  return judgeUnderAttack(target, { seconds, patience }, async () => {
    const flood = await startFlood({
      port: target.port,
      requests: [],
      connections: CONNECTIONS,
      depth: 0,
      reads: true,
      opensPerSecond: OPENS_PER_SECOND,
    })
    await setTimeout(FILL_MS)
    return () => flood.stop()
  })
}

export const silentConnections: Attack = {
  name: 'silent-connections',
  summary: 'emergency stop while one address holds every connection',
  run,
}
