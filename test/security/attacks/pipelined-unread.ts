import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood } from '../flood.ts'
import { type OpenRequest, openRequests, wireText } from '../open-routes.ts'

const RSS_GROWTH_MAX_MB = 60
const DESCRIPTORS_MAX = 100
const CONNECTIONS = 4
const DEPTH = 1_200
const POLL_MS = 50
const WARM_UP_ROUNDS = 8

/** What every server loads once, however it is used. */
const warmUp = async (url: string, requests: readonly OpenRequest[]): Promise<void> => {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const { method, path, body } of requests) {
      const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) }
      await (await fetch(url + path, init)).arrayBuffer()
    }
  }
}

/** Requests that are sent ahead on a few connections whose answers nobody reads, one open route after another. */
const run = async ({ seconds, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const requests = await openRequests(target.url)
  await warmUp(target.url, requests)
  const eachMs = (seconds * 1_000) / requests.length
  const before = { rss: target.rssMb(), descriptors: target.descriptors() }
  let tried = 0
  let [growth, growthAt, descriptors, descriptorsAt] = [0, '', 0, '']
  for (const request of requests) {
    const flood = await startFlood({
      port: target.port,
      requests: [wireText(request)],
      connections: CONNECTIONS,
      depth: DEPTH,
      reads: false,
    })
    for (const until = performance.now() + eachMs; performance.now() < until; await setTimeout(POLL_MS)) {
      const grown = target.rssMb() - before.rss
      if (grown > growth) [growth, growthAt] = [grown, request.path]
      const opened = target.descriptors() - before.descriptors
      if (opened > descriptors) [descriptors, descriptorsAt] = [opened, request.path]
    }
    tried += (await flood.stop()).sent
  }
  const broken: string[] = []
  if (!target.isRunning()) broken.push('The server ended.')
  if (growth > RSS_GROWTH_MAX_MB)
    broken.push(`Memory grew by ${growth} MB at ${growthAt} (limit ${RSS_GROWTH_MAX_MB}).`)
  if (descriptors > DESCRIPTORS_MAX) {
    broken.push(`${descriptors} descriptors were opened at ${descriptorsAt} (limit ${DESCRIPTORS_MAX}).`)
  }
  return { tried, broken, figures: { 'RSS growth': `${growth} MB`, 'descriptors opened': descriptors } }
}

export const pipelinedUnread: Attack = {
  name: 'pipelined-unread',
  summary: 'pipelined requests of every open route, answers not read',
  run,
}
