import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Caller, readAll } from '../support/order-stream.ts'
import { aDirectory, type Banner, kill, startServer } from '../support/process.ts'
import {
  ANSWER_WITHIN_MS,
  aCallerOn,
  entriesAtExchange,
  expectSwept,
  IMPATIENT,
  keepTrading,
  postStop,
  readStatus,
  tradeAndRest,
  untilOpen,
  untilProtected,
  untilSwept,
} from '../support/stop-server.ts'

const root = aDirectory()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const writeJsonFile = (name: string, content: object): string => {
  const path = join(root, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const LIMITS = writeJsonFile('constitution.json', IMPATIENT)
const DEAD_FOR_MS = 5_000
/** Address at which nothing arrives and from which nothing is sent. */
const DEAD = writeJsonFile('dead.json', {
  untilMs: DEAD_FOR_MS,
  timeoutMs: 1_000,
  requestLost: 1,
  pause: { probability: 1, fromMs: DEAD_FOR_MS, toMs: DEAD_FOR_MS },
})

const start = (dataDir: string, ...flags: string[]) =>
  startServer(['--data-dir', dataDir, '--constitution', LIMITS, ...flags])

const begin = async (name: string) => {
  const dataDir = join(root, name)
  const server = await start(dataDir)
  const caller = await aCallerOn(dataDir, name)
  await untilOpen(server.banner)
  await tradeAndRest(caller, server.banner)
  await untilProtected(caller, server.banner)
  return { dataDir, server, caller }
}

describe('an emergency stop', () => {
  it('is answered while the exchange is down, and completes when it is back', async () => {
    const { dataDir, server, caller } = await begin('dead')
    await kill(server)
    const before = entriesAtExchange(dataDir)

    const { banner } = await start(dataDir, '--faults', DEAD)
    const { status, answer, tookMs } = await postStop(caller, banner)
    expect([status, answer.latched, answer.phase, answer.latchPersistence]).toEqual([
      202,
      true,
      'CANCELLING',
      'FILE_AND_DB',
    ])
    expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS)
    const endTrading = keepTrading(caller, banner)
    await untilSwept(caller, banner)
    const answers = await endTrading()
    expect(answers.filter((refused) => refused?.status !== 409 && refused?.status !== 503)).toEqual([])
    expectSwept(dataDir)
    expect(entriesAtExchange(dataDir)).toEqual(before)
  }, 180_000)

  it('is answered amid two hundred other requests, admits none of them after it, and is for TRADERs only', async () => {
    const { dataDir, server, caller } = await begin('busy')
    const { banner } = server
    const { state } = await readStatus(caller, banner)
    const open = await fetchOpenOrders(caller, banner)
    for (const role of ['VIEWER', 'OPERATOR'] as const) {
      const { status, answer } = await postStop(await aCallerOn(dataDir, role.toLowerCase(), role), banner)
      expect([status, answer.code]).toEqual([403, 'INSUFFICIENT_ROLE'])
    }
    const after = await readStatus(caller, banner)
    expect([after.state, after.latch.engaged, await fetchOpenOrders(caller, banner)]).toEqual([state, false, open])

    const crowd = await Promise.all(['crowd-0', 'crowd-1'].map((name) => aCallerOn(dataDir, name)))
    const requests = Array.from({ length: 200 }, (_, request) =>
      sendRequest(crowd[request % 2] as Caller, banner, request),
    )
    const stopping = postStop(caller, banner, { reason: 'a crowd' })
    const { status, answer } = await stopping
    expect([answer.latched, answer.alreadyLatched, answer.latchPersistence]).toEqual([true, false, 'FILE_AND_DB'])
    expect([200, 202]).toContain(status)
    const entered = entriesAtExchange(dataDir)
    const late = (await readAll(caller, banner.url, '/trading/orders')).filter(
      ({ dispatch, reduceOnly }) =>
        !reduceOnly && dispatch.state !== 'ABANDONED' && dispatch.signedAtMs > Date.parse(answer.latchedAt),
    )
    expect(late).toEqual([])
    expect((await Promise.all(requests)).filter((code) => code >= 500 && code !== 503)).toEqual([])
    await untilSwept(caller, banner)
    expectSwept(dataDir)
    expect(entriesAtExchange(dataDir)).toEqual(entered)

    // In turns: on a busy machine a client that opens hundreds of connections is too slow to use each in time.
    const statuses: number[] = []
    for (let turn = 0; turn < 21; turn++) {
      const reads = Array.from({ length: 25 }, () => fetchStatus(caller, banner, '/account/balance'))
      statuses.push(...(await Promise.all(reads)))
    }
    expect(statuses).toContain(429)
    const again = await postStop(caller, banner)
    expect([again.status, again.answer.stopId, again.answer.alreadyLatched]).toEqual([200, answer.stopId, true])
    expect(again.tookMs).toBeLessThan(ANSWER_WITHIN_MS)
  }, 180_000)
})

const ENTRY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.001' }

const fetchOpenOrders = async (caller: Caller, { url }: Banner): Promise<string[]> =>
  (await readAll(caller, url, '/trading/orders?open=true')).map(({ orderId }) => orderId)

const fetchStatus = async (
  { token }: Caller,
  { url }: Banner,
  path: string,
  init: RequestInit = {},
): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v381${path}`, { headers, ...init })
  await response.arrayBuffer()
  return response.status
}

/** Sends requests of all kinds in turn: a read from memory, a read from disk, a preview, an order. */
const sendRequest = (caller: Caller, banner: Banner, request: number): Promise<number> => {
  const post = { method: 'POST', body: JSON.stringify(ENTRY) }
  const kinds = [
    () => fetchStatus(caller, banner, '/market/klines/BTCUSDT?limit=100'),
    () => fetchStatus(caller, banner, '/account/trades'),
    () => fetchStatus(caller, banner, '/trading/order/preview', post),
    () => fetchStatus(caller, banner, '/trading/order', post),
  ]
  return kinds[request % kinds.length]?.() ?? Promise.resolve(0)
}
