import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { startFlood } from '../flood.ts'
import { type OpenRequest, openRequests, wireText } from '../open-routes.ts'

const RSS_GROWTH_MAX_MB = 60
const DESCRIPTORS_MAX = 100
const CONNECTIONS = 4
const DEPTH = 1_200
const LOGIN = '/api/auth/login'
/** Two passwords are checked at a time, with 128 MiB each that are released afterwards. */
const PASSWORD_CHECKS_MB = 270
/** Minimum time per group, enough to answer its requests in a short attack. */
const GROUP_MIN_MS = 200
const POLL_MS = 50
const WARM_UP_ROUNDS = 8
const SETTLE_MS = 1_000

/** Puts login last: memory of password checks is released after a while and must not count against another route. */
const loginLast = (requests: readonly OpenRequest[]): OpenRequest[] =>
  requests.toSorted((one, other) => Number(one.path === LOGIN) - Number(other.path === LOGIN))

/** Triggers everything that a server loads once. */
const warmUp = async (url: string, requests: readonly OpenRequest[]): Promise<void> => {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const { method, path, body } of requests) {
      const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) }
      await (await fetch(url + path, init)).arrayBuffer()
    }
  }
}

/** Maximum increase since the start, and its route. */
interface Peak {
  most: number
  path: string
}

const raise = (peak: Peak, value: number, path: string): void => {
  if (value > peak.most) Object.assign(peak, { most: value, path })
}

/**
 * Groups the requests: one each, or in a short attack one per connection, each connection starting with a different
 * one.
 */
const groupRequests = (requests: readonly OpenRequest[], seconds: number): OpenRequest[][] => {
  const size = (seconds * 1_000) / requests.length < GROUP_MIN_MS ? CONNECTIONS : 1
  return Array.from({ length: Math.ceil(requests.length / size) }, (_, nth) =>
    requests.slice(nth * size, (nth + 1) * size),
  )
}

/** Pipelines requests on a few connections that never read the answers, one open route after another. */
const run = async ({ seconds, server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const requests = loginLast(await openRequests())
  await warmUp(target.url, requests)
  await setTimeout(SETTLE_MS)
  const before = { rss: target.rssMb(), descriptors: target.descriptors() }
  const growth: Peak = { most: 0, path: '' }
  const descriptors: Peak = { most: 0, path: '' }
  const common = { port: target.port, connections: CONNECTIONS, depth: DEPTH, reads: false }
  let tried = 0
  for (const group of groupRequests(requests, seconds)) {
    const path = group.map((request) => request.path).join(' ')
    const flood = await startFlood({ ...common, requests: group.map((request) => wireText(request)) })
    const untilMs = performance.now() + Math.max((seconds * 1_000 * group.length) / requests.length, GROUP_MIN_MS)
    for (; performance.now() < untilMs; await setTimeout(POLL_MS)) {
      const isChecking = group.some((request) => request.path === LOGIN)
      raise(growth, target.rssMb() - before.rss - (isChecking ? PASSWORD_CHECKS_MB : 0), path)
      raise(descriptors, target.descriptors() - before.descriptors, path)
    }
    tried += (await flood.stop()).sent
  }
  return {
    tried,
    broken: [
      ...(target.isRunning() ? [] : ['The server ended.']),
      ...exceeding('MB of memory', growth, RSS_GROWTH_MAX_MB),
      ...exceeding('descriptors', descriptors, DESCRIPTORS_MAX),
    ],
    figures: {
      routes: requests.length,
      'RSS growth': `${growth.most} MB at ${growth.path}`,
      'descriptors opened': descriptors.most,
    },
  }
}

const exceeding = (what: string, { most, path }: Peak, limit: number): string[] =>
  most > limit ? [`${most} ${what} were taken at ${path} (limit ${limit}).`] : []

export const pipelinedUnread: Attack = {
  name: 'pipelined-unread',
  summary: 'pipelined requests of every open route, answers not read',
  run,
}
