import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { type FloodCounts, startFlood, sumCounts } from '../flood.ts'
import { type OpenRequest, openRequests, wireText } from '../open-routes.ts'
import { judgeUnderAttack } from '../stop-latency.ts'

const COMMON = { connections: 40, depth: 3, reads: true, from: ['127.0.0.66'], opensPerSecond: 100 }

/** Share of the time that the measurement gives to the attack. */
const ATTACKED_SHARE = 0.75

/** Floods one route after another, each for its share of the time. */
const floodInTurn = (port: number, requests: readonly OpenRequest[], seconds: number) => {
  const eachMs = (seconds * 1_000 * ATTACKED_SHARE) / requests.length
  let ends = false
  const turns = async (): Promise<FloodCounts> => {
    const counts: FloodCounts[] = []
    for (const request of requests) {
      if (ends) break
      const flood = await startFlood({ ...COMMON, port, requests: [wireText(request)] })
      await setTimeout(eachMs)
      counts.push(await flood.stop())
    }
    return sumCounts(counts)
  }
  const flooded = turns()
  return () => {
    ends = true
    return flooded
  }
}

const run = async ({ seconds, patience, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const requests = await openRequests()
  return judgeUnderAttack(target, { seconds, patience }, async () => floodInTurn(target.port, requests, seconds))
}

export const floodedRoute: Attack = {
  name: 'flooded-route',
  summary: 'emergency stop while strangers flood one open route after another',
  run,
}
