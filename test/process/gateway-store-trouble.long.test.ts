import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, type Fleet, type GatewayMember, logIn, openFleet, untilReply, untilState } from '../support/fleet.ts'
import { postgresMissing } from '../support/postgres.ts'
import { openRelay, type Relay } from '../support/relay.ts'

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' }

/** Time after which a gateway without its store is no longer ready. */
const SECONDS_TO_NOT_READY = 10

/** Well within the quota of a user. */
const READ_EVERY_MS = 1_200

const WITHIN_MS = 60_000

describe.skipIf(postgresMissing)('a gateway whose PostgreSQL fails', () => {
  let fleet: Fleet
  let relay: Relay
  let gateway: GatewayMember
  let token: string
  let keys = 0

  beforeAll(async () => {
    fleet = await openFleet()
    await fleet.startEngine('engine')
    relay = await openRelay(fleet.store.url)
    gateway = await fleet.startGateway('gateway', relay.url)
    token = await logIn(gateway.url)
    await untilState(gateway, token, 'RUNNING')
  }, 120_000)
  afterAll(async () => {
    await relay.close()
    await fleet.close()
  })

  /** Places an order like no other, which would be refused as an accidental repetition. */
  const place = (key = `order-of-the-test-${keys}`, qty = `0.01${++keys}`) =>
    call(gateway.url, '/api/v381/trading/order', { token, key, body: { ...ORDER, qty } })

  /** Places one order, as a client does that repeats it with its key until it is carried out. */
  const placeAgain = (key: string, qty: string) =>
    untilReply(
      () => place(key, qty),
      ({ status }) => status === 201,
    )

  const readStatus = () => call(gateway.url, '/api/autotrading/status', { token })
  const isReady = async () => (await call(gateway.url, '/readyz')).status === 200
  const countOrders = async () => {
    const { body } = await fleet.exchange.signed('GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT', limit: 1000 })
    return body.filter(({ clientOrderId }: { clientOrderId: string }) => clientOrderId.startsWith('tE'))
      .length as number
  }

  /** Until the engine has stored all it has to: what it could not store for two seconds would stop it. */
  const untilQuiet = async () => {
    const countBatches = async () => (await fleet.query('SELECT count(*) AS batches FROM plimsoll.batches'))[0]
    await vi.waitFor(async () => {
      const before = await countBatches()
      await setTimeout(READ_EVERY_MS)
      expect(await countBatches()).toEqual(before)
    }, WITHIN_MS)
  }

  it('recovers within seconds when its connections are terminated, with the same engine', async () => {
    expect((await place()).body).toMatchObject({ status: 'FILLED' })
    const before = await readStatus()
    const orders = await countOrders()
    await fleet.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'plimsoll%'`)
    expect((await readStatus()).status).toBe(200)
    await placeAgain('connections-ended-1', '0.021')
    const after = await untilState(gateway, token, 'RUNNING')
    expect(after.body.lease.epoch).toBe(before.body.lease.epoch)
    expect(await countOrders()).toBe(orders + 1)
  }, 120_000)

  it('serves reads while it alone is cut off, leaves the load balancer, and does not disturb the engine', async () => {
    const orders = await countOrders()
    relay.cut()
    const [before] = await fleet.query<{ epoch: string; beat: string }>('SELECT epoch, beat FROM plimsoll.beats')
    expect([503, 409]).toContain((await place('while-it-is-cut-off-1', '0.023')).status)
    await untilReply(
      () => call(gateway.url, '/readyz'),
      ({ status }) => status === 503,
    )
    expect((await readStatus()).status).toBe(200)
    const [after] = await fleet.query<{ epoch: string; beat: string }>('SELECT epoch, beat FROM plimsoll.beats')
    expect(after?.epoch).toBe(before?.epoch)
    expect(Number(after?.beat)).toBeGreaterThan(Number(before?.beat) + SECONDS_TO_NOT_READY / 2)
    relay.join()
    await untilState(gateway, token, 'RUNNING')
    await placeAgain('while-it-is-cut-off-1', '0.023')
    expect(await countOrders()).toBe(orders + 1)
  }, 120_000)

  it('serves reads while the server is down, rejects orders, and resumes automatically when it is back', async () => {
    const orders = await countOrders()
    await untilQuiet()
    process.kill(fleet.store.pid ?? 0, 'SIGKILL')
    await setTimeout(READ_EVERY_MS)
    expect((await readStatus()).status).toBe(200)
    const refused = await place('while-it-is-away-1', '0.022')
    expect([503, 409]).toContain(refused.status)
    expect((await untilReply(readStatus, ({ body }) => !body.lease.held)).status).toBe(200)
    await untilReply(
      () => call(gateway.url, '/readyz'),
      ({ status }) => status === 503,
    )
    await fleet.store.restart()
    await untilState(gateway, token, 'RUNNING')
    await placeAgain('while-it-is-away-1', '0.022')
    expect(await countOrders()).toBe(orders + 1)
    expect(await isReady()).toBe(true)
  }, 120_000)

  it('marks the state as old while the server is frozen, and delivers the stop when it resumes', async () => {
    const { pid = 0 } = fleet.store
    const backends = await fleet.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    )
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const each of [{ pid }, ...backends]) process.kill(each.pid, name)
    }
    signal('SIGSTOP')
    expect((await readStatus()).status).toBe(200)
    const answers = Promise.all([
      place('while-it-is-frozen-1'),
      call(gateway.url, '/api/emergency-stop', { token, body: { reason: 'the test' } }),
    ])
    await untilReply(readStatus, ({ body }) => !body.lease.held)
    const [order, stop] = await answers
    expect([503, 409]).toContain(order.status)
    expect([stop.status, stop.body.code]).toEqual([503, expect.any(String)])
    signal('SIGCONT')
    const halted = await untilState(gateway, token, 'HALTED')
    expect(halted.body.latch).not.toBeNull()
    const stops = await fleet.query<{ body: string }>('SELECT body FROM plimsoll.stops')
    expect(stops.map(({ body }) => JSON.parse(body).reason)).toContain('the test')
    expect((await place()).body.code).toBe('EMERGENCY_STOP_LATCHED')
  }, 120_000)
})
