import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../client/src/index.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import {
  call,
  type Fleet,
  type GatewayMember,
  logIn,
  openFleet,
  PASSWORD,
  SLOW_FLEET_LIMITS,
  untilReply,
} from '../support/fleet.ts'
import { postgresMissing } from '../support/postgres.ts'
import { readMetrics } from '../support/read-metrics.ts'

const API = '/api/v381'
const ACCOUNTS = ['main', 'hedge']
/** Time after which a request is decided without the unused reservations of other gateways. */
const COUNTED_WITHIN_MS = 500
/** Maximum number of requests that a gateway reserves for a caller of 100 a minute. */
const RESERVED_MAX = 12
const SOON = { timeout: 180_000, interval: 200 }

describe.skipIf(postgresMissing)('two gateways of two accounts', () => {
  let fleet: Fleet
  let first: GatewayMember
  let second: GatewayMember
  let adminToken: string

  beforeAll(async () => {
    fleet = await openFleet(SLOW_FLEET_LIMITS)
    await Promise.all([fleet.startEngine('engine'), fleet.startPaperEngine('hedge')])
    const starting = ['gateway-1', 'gateway-2'].map((name) => fleet.startGateway(name, undefined, ['hedge']))
    ;[first, second] = (await Promise.all(starting)) as [GatewayMember, GatewayMember]
    const body = { username: 'admin', password: PASSWORD }
    const logged = await untilReply(
      () => call(first.url, '/api/auth/login', { body }),
      ({ status }) => status === 200,
    )
    expect(logged.body.inFleet).toBe(true)
    adminToken = logged.body.accessToken
    for (const { url } of [first, second]) {
      for (const account of ACCOUNTS) {
        await untilReply(
          () => call(url, '/api/autotrading/status', { token: adminToken, account }),
          ({ status, body }) => status === 200 && body.state === 'RUNNING',
        )
      }
    }
  }, 360_000)
  afterAll(() => fleet.close())

  const addUser = async (username: string, user: object) => {
    const added = await callHost(getSocketPath(fleet.getDirectory('gateway-1')), 'user.add', {
      ...{ username, roles: [], password: PASSWORD },
      ...user,
    })
    expect(added).toMatchObject({ ok: true, value: { ok: true } })
  }

  it('take the account of a client for its calls and its stream', async () => {
    await addUser('carol', { tier: 'PRO', grants: { hedge: ['TRADER'] } })
    const credentials = { username: 'carol', password: PASSWORD }
    const { rest, stream } = createClient({ baseUrl: first.url, credentials, account: 'hedge' })
    const orders = stream.orders()
    await vi.waitFor(() => expect(orders.isCurrent).toBe(true), SOON)
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.01' } as const
    const { data: placed } = await rest.POST(`${API}/trading/order`, { body: order })
    expect(placed.status).toBe('FILLED')
    await vi.waitFor(() => expect(orders.get(placed.orderId)?.status).toBe('FILLED'), SOON)
    const { data: page } = await rest.GET(`${API}/trading/orders`, { params: { query: { symbol: 'BTCUSDT' } } })
    expect(page.items.map(({ orderId }) => orderId)).toContain(placed.orderId)
    stream.close()

    // The order is on this account alone.
    const { body: atExchange } = await fleet.exchange.signed('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })
    expect(atExchange).toEqual([])
    const admin = { credentials: { username: 'admin', password: PASSWORD } }
    const onMain = createClient({ baseUrl: second.url, ...admin, account: 'main' })
    const { data: mainPage } = await onMain.rest.GET(`${API}/trading/orders`)
    expect(mainPage.items.map(({ orderId }) => orderId)).not.toContain(placed.orderId)

    // An account on which the user has no role is refused, by call and by subscription.
    const elsewhere = createClient({ baseUrl: first.url, credentials, account: 'main' })
    await expect(elsewhere.rest.GET(`${API}/trading/orders`)).rejects.toMatchObject({
      code: 'UNKNOWN_ACCOUNT',
      status: 400,
    })
    const refused = elsewhere.stream.channel('account.orders').next()
    await expect(refused).rejects.toMatchObject({ code: 'STREAM_REFUSED' })
    elsewhere.stream.close()
  }, 360_000)

  /** Requests that a gateway has counted alone, as it does while the store takes more than half a second on a busy host. */
  const readUncounted = async ({ url }: GatewayMember): Promise<number> => {
    const families = readMetrics((await call(url, '/metrics', { token: adminToken })).body)
    return families.get('plimsoll_http_quota_local_total')?.samples.get('') ?? Number.NaN
  }

  it('count a user against one quota over gateways and accounts', async () => {
    await addUser('reader', { roles: ['VIEWER'] })
    const token = await logIn(first.url, 'reader')
    const statuses: number[] = []
    let slowestMs = 0
    for (let batch = 0; batch < 14; batch++) {
      const reads = Array.from({ length: 10 }, (_, nth) => {
        const { url } = nth % 2 === 0 ? first : second
        const account = ACCOUNTS[Math.floor(nth / 2) % 2]
        return call(url, '/api/autotrading/config', { token, ...(account !== undefined && { account }) })
      })
      const since = performance.now()
      for (const { status } of await Promise.all(reads)) statuses.push(status)
      slowestMs = Math.max(slowestMs, performance.now() - since)
    }
    const uncounted = (await readUncounted(first)) + (await readUncounted(second))
    const admitted = statuses.filter((status) => status === 200).length
    const reserved = slowestMs < COUNTED_WITHIN_MS ? 0 : 2 * RESERVED_MAX
    expect(admitted).toBeGreaterThanOrEqual(100 - reserved)
    expect(admitted).toBeLessThanOrEqual(100 + uncounted)
    expect(statuses.filter((status) => status === 429)).toHaveLength(140 - admitted)
  }, 360_000)

  it('admit no more when one of them is killed, and lose no more than it had reserved', async () => {
    await addUser('another', { roles: ['VIEWER'] })
    const token = await logIn(first.url, 'another')
    const read = async ({ url }: GatewayMember, path = `${API}/market/tickers`): Promise<number> =>
      (await call(url, path, { token })).status
    const admitted: number[] = []
    const note = (statuses: readonly number[]) => admitted.push(...statuses.filter((status) => status === 200))
    for (let nth = 0; nth < 3; nth++) note(await Promise.all(Array.from({ length: 8 }, () => read(second))))
    const uncountedBefore = await readUncounted(second)
    second.child.kill('SIGKILL')
    await setTimeout(1_500)
    // Read after the wait, in which a statement that the killed gateway had sent is committed.
    const [window] = await fleet.query<{ body: string }>(
      "SELECT body FROM plimsoll.quota_windows WHERE key LIKE 'standard %' ORDER BY ends_at_ms DESC LIMIT 1",
    )
    const { reserved } = JSON.parse(window?.body ?? '{}')
    const lost = reserved.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)
    let slowestMs = 0
    for (let batch = 0; batch < 10; batch++) {
      const since = performance.now()
      note(await Promise.all(Array.from({ length: 10 }, () => read(first))))
      slowestMs = Math.max(slowestMs, performance.now() - since)
    }
    // A reservation that ends during a slow statement counts as used.
    const lostToSlowness = slowestMs < COUNTED_WITHIN_MS ? 0 : RESERVED_MAX
    expect(admitted.length).toBeLessThanOrEqual(100 + uncountedBefore + (await readUncounted(first)))
    expect(admitted.length).toBeGreaterThanOrEqual(100 - lost - lostToSlowness)
    expect(lost).toBeLessThanOrEqual(RESERVED_MAX)
    expect(await read(first)).toBe(429)
  }, 360_000)
})
