import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood } from '../flood.ts'
import { openRequests, wireText } from '../open-routes.ts'
import { judgeLatencies, measureLatencies } from '../stop-latency.ts'

const CONNECTIONS = 40
const DEPTH = 20
/** Strangers from an address of their own: the operator is somewhere else. */
const FROM = ['127.0.0.66']

/** Every open route at once, on many connections that read and send on, while the engine is stopped over and over. */
const run = async ({ seconds, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const requests = (await openRequests(target.url)).map((request) => wireText(request))
  const flood = await startFlood({
    port: target.port,
    requests,
    connections: CONNECTIONS,
    depth: DEPTH,
    reads: true,
    from: FROM,
  })
  const latencies = await measureLatencies(target, seconds)
  const { sent, answered, cut } = await flood.stop()
  const { broken, figures } = judgeLatencies(latencies)
  return { tried: sent, broken, figures: { ...figures, answered, cut } }
}

export const floodedStop: Attack = {
  name: 'flooded-stop',
  summary: 'emergency stop while strangers flood every open route',
  run,
}
