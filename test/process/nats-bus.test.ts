import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  call,
  type Fleet,
  type GatewayMember,
  logIn,
  type Member,
  openFleet,
  SLOW_FLEET_LIMITS,
  untilReply,
  untilState,
} from '../support/fleet.ts'
import { natsMissing, startNats, type TestNats } from '../support/nats.ts'
import { postgresMissing } from '../support/postgres.ts'
import { readMetrics } from '../support/read-metrics.ts'

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' }
const PASSWORD = 'canary-of-the-bus'
const missing = postgresMissing ?? natsMissing

describe.skipIf(missing)(`gateways and an engine over NATS${missing === undefined ? '' : ` (${missing})`}`, () => {
  let fleet: Fleet
  let bus: TestNats
  let engine: Member
  let first: GatewayMember
  let second: GatewayMember
  let token: string
  let orders = 0

  beforeAll(async () => {
    ;[fleet, bus] = await Promise.all([
      openFleet(SLOW_FLEET_LIMITS),
      startNats(`authorization { user: plimsoll, password: "${PASSWORD}" }`),
    ])
    const path = fleet.getDirectory('bus-url')
    writeFileSync(path, `nats://plimsoll:${PASSWORD}@${bus.address}\n`, { mode: 0o600 })
    const flags = ['--bus-file', path]
    engine = await fleet.startEngine('engine', undefined, flags)
    ;[first, second] = (await Promise.all(
      ['first', 'second'].map((name) => fleet.startGateway(name, undefined, [], flags)),
    )) as [GatewayMember, GatewayMember]
    token = await logIn(first.url)
    await untilState(first, token, 'RUNNING')
    await untilState(second, token, 'RUNNING')
  }, 240_000)
  afterAll(async () => {
    await fleet.close()
    await bus.stop()
  })

  /** Places an order like no other through a gateway. */
  const place = ({ url }: GatewayMember) =>
    call(url, '/api/v381/trading/order', { token, body: { ...ORDER, qty: `0.01${++orders}` } })

  /** Places orders until one is executed, as the market of a gateway or of the engine may not be complete yet. */
  const untilPlaced = async (gateway: GatewayMember): Promise<string> => {
    const { body } = await untilReply(
      () => place(gateway),
      ({ status }) => status === 201,
    )
    return body.orderId
  }
  const untilLogged = (message: string, count: number) =>
    vi.waitFor(() => {
      for (const { output } of [engine, first, second]) expect(output().split(message).length - 1).toBe(count)
    }, 60_000)

  /** State of the bus at the engine and at the two gateways, by the fleet and the metrics of a gateway. */
  const readBuses = async () => {
    const { body } = await call(second.url, '/api/fleet', { token })
    const [{ engine: active, gateways }] = body.accounts
    const families = readMetrics((await call(first.url, '/metrics', { token })).body)
    const listed = [active, ...gateways].map(({ bus: shown }) => `${shown?.kind} ${shown?.state}`)
    return { listed, connected: [...(families.get('plimsoll_bus_connected')?.samples.entries() ?? [])] }
  }
  const untilBuses = (state: string, value: number) =>
    vi.waitFor(async () => {
      expect(await readBuses()).toEqual({
        listed: Array(3).fill(`NATS ${state}`),
        connected: [
          ['{process="engine"}', value],
          ['{process="gateway"}', value],
        ],
      })
    }, 60_000)

  it('place orders and follow them, without listening to PostgreSQL', async () => {
    await untilLogged('the bus is connected', 1)
    await untilBuses('CONNECTED', 1)
    const listening = await fleet.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'plimsoll listens%'",
    )
    expect(listening).toEqual([])
    await untilPlaced(first)
    const orderId = await untilPlaced(second)
    await untilReply(
      () => call(first.url, '/api/v381/trading/orders?limit=5', { token }),
      ({ body }) => body.items.some((order: { orderId: string }) => order.orderId === orderId),
    )
  }, 240_000)

  it('place orders and stop while the bus is down, and log the loss and the return once', async () => {
    await bus.kill()
    await untilLogged('the bus cannot be used', 1)
    await untilBuses('DISCONNECTED', 0)
    await untilPlaced(first)
    await bus.restart()
    await untilLogged('the bus is connected', 2)
    await untilBuses('CONNECTED', 1)
    await untilPlaced(second)
    await bus.kill()
    await untilLogged('the bus cannot be used', 2)
    const stopped = await call(first.url, '/api/emergency-stop', { token, body: { reason: 'the test' } })
    expect([stopped.status, stopped.body]).toEqual([expect.any(Number), expect.objectContaining({ latched: true })])
    expect([200, 202]).toContain(stopped.status)
    const halted = await untilState(second, token, 'HALTED')
    expect(halted.body.latch.stopId).toBe(stopped.body.stopId)
    const refused = await place(second)
    expect(refused.status).toBe(409)
    for (const { output } of [engine, first, second]) expect(output()).not.toContain(PASSWORD)
  }, 240_000)

  it('warn at the gateway whose engine is on another bus', async () => {
    const other = await fleet.startGateway('third')
    await vi.waitFor(() => expect(other.output()).toContain('use the same --bus'), 60_000)
    const { body } = await call(other.url, '/readyz')
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'bus', ok: false }))
  }, 240_000)
})
