import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { aDirectory, type Run, run } from '../support/process.ts'
import { sealKeys } from '../support/seal-keys.ts'
import { API_KEY, API_SECRET, openStage, type VenueStage } from '../venue-wire/venue-stage.ts'

const PASSPHRASE = 'canary passphrase 4711'
const PASSWORD = 'tall ships sail on wednesdays'

interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many routes
  readonly body: any
}

describe.skipIf(postgresMissing)('two gateways of one engine', () => {
  const directory = aDirectory()
  const passphrase = join(directory, 'passphrase')
  let store: TestPostgres
  let exchange: VenueStage

  beforeAll(async () => {
    writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
    store = await startPostgres()
    exchange = await openStage()
  })

  afterAll(async () => {
    await exchange.close()
    await store.stop()
  })

  const settings = { PLIMSOLL_PASSPHRASE_FILE: passphrase, PLIMSOLL_BOOTSTRAP_ADMIN: `admin:${PASSWORD}` }

  const start = (verb: string, name: string, ...more: string[]): Run =>
    run(
      [
        ...[verb, '--json', '--account', 'main', '--store', store.url, '--data-dir', join(directory, name)],
        ...['--exchange', 'binanceusdm', '--exchange-url', exchange.url, '--execution', 'practice'],
        ...['--symbols', 'BTCUSDT', '--timeframes', '1h', '--autotrading', 'off', ...more],
      ],
      settings,
    )

  const startEngine = async (name: string): Promise<Run> => {
    const keys = { exchange: 'binanceusdm', apiKey: API_KEY, apiSecret: API_SECRET, passphrase: PASSPHRASE }
    await sealKeys(join(directory, name), keys)
    return start('engine', name)
  }

  const startGateway = async (name: string) => {
    const gateway = start('gateway', name, '--port', '0')
    while (!gateway.out().includes('\n')) {
      const more = once(gateway.child.stdout ?? gateway.child, 'data')
      const code = await Promise.race([more.then(() => undefined), gateway.ended.then((ended) => ended ?? -1)])
      if (code !== undefined) throw new Error(`the gateway ended with ${code}: ${gateway.err()}`)
    }
    const { url } = JSON.parse(gateway.out()) as { url: string }
    return { ...gateway, url }
  }

  const send = async (
    url: string,
    path: string,
    { token, ...more }: { token?: string; method?: string; body?: unknown; key?: string } = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method: more.method ?? (more.body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
        ...(more.key && { 'idempotency-key': more.key }),
      },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const logIn = async (url: string, username = 'admin'): Promise<string> => {
    const { body } = await send(url, '/api/auth/login', { body: { username, password: PASSWORD } })
    return body.accessToken
  }

  /** Requests again until the answer is as expected. */
  const until = async (request: () => Promise<Answer>, isMet: (answer: Answer) => boolean): Promise<Answer> => {
    for (const untilMs = performance.now() + STATE_WITHIN_MS; ; await setTimeout(POLLED_EVERY_MS)) {
      const answer = await request()
      if (isMet(answer)) return answer
      if (performance.now() > untilMs) throw new Error(JSON.stringify(answer.body))
    }
  }

  const untilReady = ({ url }: { url: string }): Promise<Answer> =>
    until(
      () => send(url, '/readyz'),
      ({ status }) => status === 200,
    )

  const untilState = ({ url }: { url: string }, token: string, state: string): Promise<Answer> =>
    until(
      () => send(url, '/api/autotrading/status', { token }),
      ({ body }) => body.state === state && body.lease.held,
    )

  /** Returns the messages of a channel as they arrive. */
  const subscribe = async (url: string, token: string, channel: string): Promise<string[]> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    await once(socket, 'open')
    socket.send(JSON.stringify({ op: 'auth', id: '1', args: { token } }))
    socket.send(JSON.stringify({ op: 'subscribe', id: '2', args: { channels: [channel] } }))
    await until(
      async () => ({ status: 0, headers: new Headers(), body: messages }),
      ({ body }) => body.some((text: string) => text.includes('"snapshot"')),
    )
    return messages
  }

  const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.01' }

  it('read, trade and stop as one server does, and stop without the engine', async () => {
    const engine = await startEngine('engine')
    const [first, second] = await Promise.all([startGateway('gateway-1'), startGateway('gateway-2')])
    await Promise.all([untilReady(first), untilReady(second)])
    const token = await logIn(first.url)
    await untilState(first, token, 'RUNNING')

    // An order placed at one gateway is on the stream of the other one, and in its reads.
    const messages = await subscribe(second.url, token, 'account.orders')
    const placed = await send(first.url, '/api/v381/trading/order', { token, key: 'the-first-order-1', body: ORDER })
    expect([placed.status, placed.body.status]).toEqual([201, 'FILLED'])
    const { orderId } = placed.body
    const path = `/api/v381/trading/order/${orderId}`
    const read = await until(
      () => send(second.url, path, { token }),
      ({ status }) => status === 200,
    )
    expect(read.body).toEqual(placed.body)
    expect(messages.filter((text) => text.includes(orderId))).not.toEqual([])
    const again = await send(second.url, '/api/v381/trading/order', { token, key: 'the-first-order-1', body: ORDER })
    expect([again.headers.get('idempotency-replayed'), again.body.orderId]).toEqual(['true', orderId])

    // A session that is ended at one gateway is ended at the other one.
    const other = await logIn(second.url)
    expect((await send(first.url, '/api/autotrading/config', { token: other })).status).toBe(200)
    expect((await send(second.url, '/api/auth/logout', { token: other, method: 'POST' })).status).toBe(204)
    const ended = () => send(first.url, '/api/autotrading/config', { token: other })
    expect((await until(ended, ({ status }) => status === 401)).body.code).toBe('SESSION_REVOKED')

    // The quota of a user, who was added at one gateway, is that of both together.
    const added = { username: 'reader', roles: ['VIEWER'], password: PASSWORD }
    const adding = await callHost(getSocketPath(join(directory, 'gateway-1')), 'user.add', added)
    expect(adding).toMatchObject({ ok: true, value: { ok: true } })
    const reader = await logIn(first.url, 'reader')
    const reads = [first, second].flatMap(({ url }) =>
      Array.from({ length: 70 }, () => send(url, '/api/autotrading/config', { token: reader })),
    )
    const statuses = (await Promise.all(reads)).map(({ status }) => status)
    expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([100, 40])

    // Evidence and audit are those of the engine.
    const report = await send(second.url, '/api/monitor/public-status-truth', { token })
    expect([report.status, report.body.executionMode]).toEqual([200, 'PAPER'])
    const audit = await send(second.url, '/api/audit?limit=50', { token })
    const actions = audit.body.items.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['START', 'ORDER_PLACE', 'LOGIN', 'LOGOUT', 'USER_ADD']))

    // The users are those of the store, on the host of the engine as well.
    const disabling = run(['user', 'disable', 'reader', '--data-dir', join(directory, 'engine')])
    expect([await disabling.ended, disabling.err()]).toEqual([0, expect.stringContaining('is disabled')])
    const disabled = () => send(first.url, '/api/autotrading/config', { token: reader })
    await until(disabled, ({ status }) => status === 401)

    // Without an engine, nothing is taken but the stop, which the next engine finds.
    engine.child.kill('SIGKILL')
    await engine.ended
    const refused = await send(first.url, '/api/v381/trading/order', { token, body: ORDER })
    expect([refused.status, refused.body.code]).toEqual([503, 'NOT_READY'])
    const stopped = await send(second.url, '/api/emergency-stop', { token, body: { reason: 'the test' } })
    expect([stopped.status, stopped.body]).toEqual([
      202,
      expect.objectContaining({ latched: true, latchPersistence: 'DB', reason: 'the test' }),
    ])
    const enabling = ['user', 'enable', 'reader', '--data-dir', join(directory, 'engine')]
    const withoutStore = run(enabling)
    expect([await withoutStore.ended, withoutStore.err()]).toEqual([1, expect.stringContaining('Add --store-file')])
    const withStore = run([...enabling, '--store', store.url])
    expect([await withStore.ended, withStore.err()]).toEqual([0, expect.stringContaining('may log in again')])
    const enabled = await send(first.url, '/api/audit?action=USER_ENABLE', { token })
    expect(enabled.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DONE', 'INTENT'])
    await startEngine('engine')
    const halted = await untilState(first, token, 'HALTED')
    expect(halted.body.latch.stopId).toBe(stopped.body.stopId)
    expect(halted.body.stop.requestedBy.type).toBe('USER')
    const latched = await send(first.url, '/api/v381/trading/order', { token, body: ORDER })
    expect([latched.status, latched.body.code]).toEqual([409, 'EMERGENCY_STOP_LATCHED'])
  }, 120_000)
})

const STATE_WITHIN_MS = 30_000

/** Well within the quota of a user. */
const POLLED_EVERY_MS = 400
