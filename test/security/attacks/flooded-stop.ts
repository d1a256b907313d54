import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood, sumCounts } from '../flood.ts'
import { openRequests, wireText } from '../open-routes.ts'
import { judgeUnderAttack } from '../stop-latency.ts'

const CONNECTIONS = 40
/** Pipelining depths: the limit for an unauthenticated client, and far more. */
const DEPTHS = [3, 50] as const
/** Address of the attackers, different from the operator's. */
const FROM = ['127.0.0.66']
const OPENS_PER_SECOND = 100

/**
 * Floods every open route at the same time, on many connections that read and send, while the engine is stopped
 * repeatedly.
 */
const run = async ({ seconds, patience, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const requests = (await openRequests()).map((request) => wireText(request))
  const common = { port: target.port, requests, connections: CONNECTIONS, reads: true, from: FROM }
  return judgeUnderAttack(target, { seconds, patience }, async () => {
    const floods = await Promise.all(
      DEPTHS.map((depth) => startFlood({ ...common, depth, opensPerSecond: OPENS_PER_SECOND })),
    )
    return async () => {
      const counts = await Promise.all(floods.map((flood) => flood.stop()))
      return sumCounts(counts)
    }
  })
}

export const floodedStop: Attack = {
  name: 'flooded-stop',
  summary: 'emergency stop while strangers flood every open route',
  run,
}
