import { once } from 'node:events'
import { getPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import {
  call,
  type Fleet,
  logIn,
  openFleet,
  PASSWORD,
  SLOW_FLEET_LIMITS,
  untilReply,
  untilState,
} from '../support/fleet.ts'
import { postgresMissing, toPatientUrl } from '../support/postgres.ts'
import { run } from '../support/process.ts'
import { readMetrics } from '../support/read-metrics.ts'

interface Reading {
  readonly token: string
  readonly channel: string
  readonly account?: string
  /** Part of a message that ends the wait. */
  readonly awaited?: string
}

describe.skipIf(postgresMissing)('two gateways of one engine', () => {
  let fleet: Fleet

  beforeAll(async () => {
    fleet = await openFleet(SLOW_FLEET_LIMITS)
  })
  afterAll(() => fleet.close())

  const untilReady = ({ url }: { url: string }) =>
    untilReply(
      () => call(url, '/readyz'),
      ({ status }) => status === 200,
    )

  /** Returns the messages of a channel as they arrive. */
  const subscribe = async (
    url: string,
    { token, channel, account, awaited = '"snapshot"' }: Reading,
  ): Promise<string[]> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    await once(socket, 'open')
    socket.send(JSON.stringify({ op: 'auth', id: '1', args: { token } }))
    socket.send(JSON.stringify({ op: 'subscribe', id: '2', args: { channels: [channel], account } }))
    await untilReply(
      async () => ({ status: 0, headers: new Headers(), body: messages }),
      ({ body }) => body.some((text: string) => text.includes(awaited)),
    )
    return messages
  }

  const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.01' }

  it('read, trade and stop as one server does, and stop without the engine', async () => {
    const engine = await fleet.startEngine('engine')
    const [first, second] = await Promise.all([fleet.startGateway('gateway-1'), fleet.startGateway('gateway-2')])
    expect(getPriority(first.child.pid)).toBeGreaterThanOrEqual(5)
    await Promise.all([untilReady(first), untilReady(second)])
    const token = await logIn(first.url)
    await untilState(first, token, 'RUNNING')

    // An order placed at one gateway is on the stream of the other one, and in its reads.
    const messages = await subscribe(second.url, { token, channel: 'account.orders' })
    // On a busy machine the engine may refuse an order for a moment.
    let key = ''
    const placed = await untilReply(
      () => {
        key = `the-first-order-${Date.now()}`
        return call(first.url, '/api/v381/trading/order', { token, key, body: ORDER })
      },
      ({ status }) => status !== 409,
    )
    expect([placed.status, placed.body.status]).toEqual([201, 'FILLED'])
    const { orderId } = placed.body
    const path = `/api/v381/trading/order/${orderId}`
    const read = await untilReply(
      () => call(second.url, path, { token }),
      ({ status }) => status === 200,
    )
    expect(read.body).toEqual(placed.body)
    expect(messages.filter((text) => text.includes(orderId))).not.toEqual([])
    const again = await call(second.url, '/api/v381/trading/order', { token, key, body: ORDER })
    expect([again.headers.get('idempotency-replayed'), again.body.orderId]).toEqual(['true', orderId])

    // A session that is ended at one gateway is ended at the other one.
    const other = await logIn(second.url)
    expect((await call(first.url, '/api/autotrading/config', { token: other })).status).toBe(200)
    expect((await call(second.url, '/api/auth/logout', { token: other, method: 'POST' })).status).toBe(204)
    const ended = () => call(first.url, '/api/autotrading/config', { token: other })
    expect((await untilReply(ended, ({ status }) => status === 401)).body.code).toBe('SESSION_REVOKED')

    // A user who was added at one gateway logs in at the other one.
    const added = { username: 'reader', roles: ['VIEWER'], password: PASSWORD }
    const adding = await callHost(getSocketPath(fleet.getDirectory(second.name)), 'user.add', added)
    expect(adding).toMatchObject({ ok: true, value: { ok: true } })
    const reader = await logIn(first.url, 'reader')

    // The fleet shows what the engine reports about its account.
    await untilReply(
      () => call(second.url, '/api/fleet', { token }),
      ({ body }) => body.accounts[0]?.state === 'RUNNING' && body.accounts[0].engine.epoch === 1,
    )

    // Metrics are those of the engine, the lease, and the gateway's own clients.
    const readLease = async () => {
      const families = readMetrics((await call(first.url, '/metrics', { token })).body)
      const read = (name: string) => [...(families.get(`plimsoll_${name}`)?.samples.values() ?? [])]
      return { silent: read('engine_silent_seconds'), held: read('lease_held'), equity: read('equity_usdt'), read }
    }
    const well = await readLease()
    expect([well.held, well.read('lease_epoch'), well.read('standbys')]).toEqual([[1], [1], [0]])
    expect(well.silent[0]).toBeLessThan(10)
    expect(well.equity[0]).toBeGreaterThan(0)
    expect(well.read('http_requests_total')[0]).toBeGreaterThan(0)

    // Evidence and audit are those of the engine.
    const report = await call(second.url, '/api/monitor/public-status-truth', { token })
    expect([report.status, report.body.executionMode]).toEqual([200, 'PAPER'])
    await untilReply(
      () => call(second.url, '/api/audit?limit=50', { token }),
      ({ body }) => {
        const actions = body.items.map(({ action }: { action: string }) => action)
        return ['START', 'ORDER_PLACE', 'LOGIN', 'LOGOUT', 'USER_ADD'].every((action) => actions.includes(action))
      },
    )

    // The users are those of the store, on the host of the engine as well.
    const disabling = run(['user', 'disable', 'reader', '--data-dir', fleet.getDirectory('engine')])
    expect([await disabling.ended, disabling.err()]).toEqual([0, expect.stringContaining('is disabled')])
    const disabled = () => call(first.url, '/api/autotrading/config', { token: reader })
    await untilReply(disabled, ({ status }) => status === 401)

    // An order in progress at a gateway that is killed is carried out once: another gateway answers its key.
    const inProgress = { token, key: 'the-second-order-1', body: { ...ORDER, qty: '0.011' } }
    const cutOff = call(second.url, '/api/v381/trading/order', inProgress).catch(() => undefined)
    await setTimeout(5)
    second.child.kill('SIGKILL')
    await cutOff
    const answered = await untilReply(
      () => call(first.url, '/api/v381/trading/order', inProgress),
      ({ status }) => status === 201,
    )
    const { body: atExchange } = await fleet.exchange.signed('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })
    expect(atExchange.filter(({ origQty }: { origQty: string }) => Number(origQty) === 0.011)).toHaveLength(1)
    expect(answered.body.status).toBe('FILLED')
    const third = await fleet.startGateway('gateway-2')

    // Without an engine, nothing is taken but the stop, which the next engine finds.
    engine.child.kill('SIGKILL')
    await engine.ended
    const refused = await call(first.url, '/api/v381/trading/order', { token, body: ORDER })
    expect([refused.status, refused.body.code]).toEqual([503, 'NOT_READY'])
    await expect.poll(async () => (await readLease()).equity, { interval: 1_000, timeout: 180_000 }).toEqual([])
    expect((await readLease()).silent[0]).toBeGreaterThan(10)
    // Load balancers keep the gateway, which reports that the engine is missing.
    const probe = await call(third.url, '/readyz')
    expect([probe.status, probe.body.checks.find(({ name }: { name: string }) => name === 'engine').ok]).toEqual([
      200,
      false,
    ])
    await fleet.query("INSERT INTO plimsoll.accounts (account, market) VALUES ('other', 'binanceusdm-practice')")
    const stop = { reason: 'the test', scope: 'FLEET' }
    const stopped = await call(third.url, '/api/emergency-stop', { token, body: stop })
    expect(stopped.body.accounts).toEqual(['main', 'other'])
    const { body: all } = await call(first.url, '/api/fleet', { token })
    expect(
      all.accounts.map(({ account, stop: engaged }: { account: string; stop: { reason: string } }) => [
        account,
        engaged.reason,
      ]),
    ).toEqual([
      ['main', 'the test'],
      ['other', 'the test'],
    ])
    expect((await readLease()).read('emergency_stop_engaged')).toEqual([1])
    expect([stopped.status, stopped.body]).toEqual([
      202,
      expect.objectContaining({ latched: true, latchPersistence: 'DB', reason: 'the test' }),
    ])
    const enabling = ['user', 'enable', 'reader', '--data-dir', fleet.getDirectory('engine')]
    const withoutStore = run(enabling)
    expect([await withoutStore.ended, withoutStore.err()]).toEqual([1, expect.stringContaining('Add --store-file')])
    const withStore = run([...enabling, '--store', toPatientUrl(fleet.store.url)])
    expect([await withStore.ended, withStore.err()]).toEqual([0, expect.stringContaining('may log in again')])
    const enabled = await call(first.url, '/api/audit?action=USER_ENABLE', { token })
    expect(enabled.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DONE', 'INTENT'])
    const last = await fleet.startEngine('engine')
    const halted = await untilState(first, token, 'HALTED')
    expect(halted.body.latch.stopId).toBe(stopped.body.stopId)
    expect(halted.body.stop.requestedBy.type).toBe('USER')
    const latched = await call(first.url, '/api/v381/trading/order', { token, body: ORDER })
    expect([latched.status, latched.body.code]).toEqual([409, 'EMERGENCY_STOP_LATCHED'])
    for (const { child } of [first, third, last]) child.kill('SIGKILL')
  }, 480_000)

  it('serve several accounts to users with a role on each', async () => {
    const engine = await fleet.startPaperEngine('hedge')
    await fleet.query(
      "INSERT INTO plimsoll.accounts (account, market) VALUES ('other', 'binanceusdm-practice') ON CONFLICT DO NOTHING",
    )
    const gateway = await fleet.startGateway('gateway-3', undefined, ['hedge'])
    const { url } = gateway
    const token = await logIn(url)
    const served = await untilReply(
      () => call(url, '/api/fleet', { token }),
      ({ body }) => body.accounts[0]?.state === 'RUNNING' || engine.child.exitCode !== null,
    )
    expect([engine.child.exitCode, engine.child.exitCode === null || engine.output()]).toEqual([null, true])
    expect(
      served.body.accounts.map(({ account, roles, served: isServed }: Record<string, unknown>) => [
        account,
        roles,
        isServed,
      ]),
    ).toEqual([
      ['hedge', ['ADMIN'], true],
      ['main', ['ADMIN'], true],
      ['other', ['ADMIN'], false],
    ])
    expect(served.body).toMatchObject({
      mayStopAll: true,
      accounts: [{ dayNet: '0.00000000', openRisk: '0.00000000' }, {}, {}],
    })

    // Reads and orders reach the account that they name, by header or query.
    const order = { token, account: 'hedge', body: ORDER }
    const placed = await untilReply(
      () => call(url, '/api/v381/trading/order', order),
      ({ status }) => status === 201,
    )
    const orders = await call(url, '/api/v381/trading/orders?account=hedge&limit=5', { token })
    expect(orders.body.items.map(({ orderId }: { orderId: string }) => orderId)).toContain(placed.body.orderId)
    // The first account, whose engine is down, affects no other, and can be stopped.
    expect((await call(url, '/readyz')).status).toBe(200)
    expect((await call(url, '/api/emergency-stop', { token, body: {} })).body.latched).toBe(true)
    const unknown = await call(url, '/api/v381/trading/order', { ...order, account: 'other' })
    expect([unknown.status, unknown.body.code, unknown.body.accounts]).toEqual([
      400,
      'UNKNOWN_ACCOUNT',
      ['main', 'hedge'],
    ])

    // A user with a role on one account reads, trades and stops this one alone.
    const socket = getSocketPath(fleet.getDirectory('gateway-3'))
    const carol = { username: 'carol', roles: [], grants: { hedge: ['TRADER'] }, password: PASSWORD }
    expect(await callHost(socket, 'user.add', carol)).toMatchObject({ ok: true, value: { ok: true } })
    const granted = await logIn(url, 'carol')
    const byCarol = (path: string, more: object = {}) => call(url, path, { token: granted, ...more })
    const visible = await byCarol('/api/fleet')
    expect([visible.body.mayStopAll, visible.body.accounts.map(({ account }: { account: string }) => account)]).toEqual(
      [false, ['hedge']],
    )
    expect((await byCarol('/api/auth/account')).body.roles).toEqual(['TRADER'])
    await untilReply(
      () => byCarol('/api/v381/trading/order', { account: 'hedge', body: ORDER }),
      ({ status }) => status === 201,
    )
    for (const path of ['/api/autotrading/status', '/api/v381/account/balance']) {
      const refused = await byCarol(path)
      expect([refused.status, refused.body.accounts]).toEqual([400, ['hedge']])
    }
    const openStops = () =>
      fleet.query("SELECT account FROM plimsoll.stops WHERE released_at IS NULL AND body LIKE '%by carol%'")
    const reason = 'by carol'
    expect((await byCarol('/api/emergency-stop', { body: { reason } })).status).toBe(400)
    const all = await byCarol('/api/emergency-stop', { account: 'hedge', body: { reason, scope: 'FLEET' } })
    expect([all.status, all.body.code, all.body.accounts]).toEqual([403, 'INSUFFICIENT_ROLE', ['hedge']])
    expect(await openStops()).toEqual([])

    // The stream delivers the account that a subscription names, to whom may read it.
    const reading = { token: granted, channel: 'account.orders' }
    const read = await subscribe(url, { ...reading, account: 'hedge' })
    expect(read.find((text) => text.includes('"snapshot"'))).toContain('"account":"hedge"')
    const refusals = await subscribe(url, { ...reading, awaited: 'UNKNOWN_ACCOUNT' })
    expect(refusals.some((text) => text.includes('"snapshot"'))).toBe(false)

    const stopped = await byCarol('/api/emergency-stop', { account: 'hedge', body: { reason } })
    expect([200, 202]).toContain(stopped.status)
    expect([stopped.body.latched, stopped.body.requestedBy.roles]).toEqual([true, ['TRADER']])
    expect(await openStops()).toEqual([{ account: 'hedge' }])
    await untilReply(
      () => byCarol('/api/audit', { account: 'hedge' }),
      ({ status }) => status === 403,
    )
    const entries = await untilReply(
      () => call(url, '/api/audit?action=EMERGENCY_STOP&account=hedge', { token }),
      ({ body }) => body.items.length > 0,
    )
    expect(entries.body.items[0]).toMatchObject({ target: stopped.body.stopId })
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toBe(0)
  }, 480_000)
})
