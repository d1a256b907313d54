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

const API = '/api/v381'
const ACCOUNTS = ['main', 'hedge']
const SOON = { timeout: 60_000, interval: 200 }

describe.skipIf(postgresMissing)('two gateways of two accounts', () => {
  let fleet: Fleet
  let first: GatewayMember
  let second: GatewayMember

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
    const token = logged.body.accessToken
    for (const { url } of [first, second]) {
      for (const account of ACCOUNTS) {
        await untilReply(
          () => call(url, '/api/autotrading/status', { token, account }),
          ({ status, body }) => status === 200 && body.state === 'RUNNING',
        )
      }
    }
  }, 180_000)
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
  }, 120_000)

  it('count a user against one quota over gateways and accounts', async () => {
    let attempt = 0
    const countAnswers = async (): Promise<number[]> => {
      const name = `reader-${++attempt}`
      await addUser(name, { roles: ['VIEWER'] })
      const token = await logIn(first.url, name)
      const statuses: number[] = []
      for (let batch = 0; batch < 14; batch++) {
        const reads = Array.from({ length: 10 }, (_, nth) => {
          const { url } = nth % 2 === 0 ? first : second
          const account = ACCOUNTS[Math.floor(nth / 2) % 2]
          return call(url, '/api/autotrading/config', { token, ...(account !== undefined && { account }) })
        })
        for (const { status } of await Promise.all(reads)) statuses.push(status)
      }
      return [200, 429].map((status) => statuses.filter((each) => each === status).length)
    }
    // A gateway counts alone while the store takes more than half a second, as it may on a busy host.
    await vi.waitFor(async () => expect(await countAnswers()).toEqual([100, 40]), 120_000)
  }, 180_000)

  it('admit no more when one of them is killed, and lose no more than it had reserved', async () => {
    await addUser('another', { roles: ['VIEWER'] })
    const token = await logIn(first.url, 'another')
    const read = async ({ url }: GatewayMember, path = `${API}/market/tickers`): Promise<number> =>
      (await call(url, path, { token })).status
    const admitted: number[] = []
    const note = (statuses: readonly number[]) => admitted.push(...statuses.filter((status) => status === 200))
    for (let nth = 0; nth < 3; nth++) note(await Promise.all(Array.from({ length: 8 }, () => read(second))))
    second.child.kill('SIGKILL')
    const [window] = await fleet.query<{ body: string }>(
      "SELECT body FROM plimsoll.quota_windows WHERE key LIKE 'standard %' ORDER BY ends_at_ms DESC LIMIT 1",
    )
    const { reserved } = JSON.parse(window?.body ?? '{}')
    const lost = reserved.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)
    await setTimeout(1_500)
    for (let batch = 0; batch < 10; batch++) note(await Promise.all(Array.from({ length: 10 }, () => read(first))))
    expect(admitted.length).toBeLessThanOrEqual(100)
    expect(admitted.length).toBeGreaterThanOrEqual(100 - lost)
    expect(lost).toBeLessThanOrEqual(12)
    expect(await read(first)).toBe(429)
  }, 60_000)
})
