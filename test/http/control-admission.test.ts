import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../server/engine/model/facts.ts'
import { PUBLISHED_QUOTAS } from '../../server/http/security/quotas.ts'
import { ANSWER_WITHIN_MS } from '../support/stop-server.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const STOP = '/api/emergency-stop'
const PAUSE = '/api/autotrading/pause'
const STATUS = '/api/autotrading/status'

const servers: TradingServer[] = []
let server: TradingServer

const begin = async (...given: Parameters<typeof startTradingServer>): Promise<void> => {
  server = await startTradingServer(...given)
  servers.push(server)
}

beforeEach(() => begin())
afterAll(async () => {
  await Promise.all(servers.map(({ close }) => close()))
})

const audited = async (): Promise<AuditEntry[]> => {
  const { entries } = await server.auditLog.find({ ...ANY, limit: 200 })
  return entries.toReversed()
}

const ANY = {
  actorType: null,
  actor: null,
  action: null,
  outcome: null,
  target: null,
  requestId: null,
  before: null,
  fromMs: null,
  toMs: null,
}

describe('a token that is not valid yet because the clock was set back', () => {
  it('stops and pauses, and does nothing else', async () => {
    await server.token('TRADER')
    await server.token('VIEWER')
    server.advanceIdentity(-3_600_000)
    for (const path of [PAUSE, STOP])
      expect((await server.call('POST', path, { role: 'TRADER' })).statusCode).toBeLessThan(300)
    expect((await server.call('POST', STOP, { role: 'VIEWER' })).statusCode).toBe(403)
    for (const [method, path] of [
      ['GET', STATUS],
      ['POST', '/api/v381/trading/order'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      const refused = await server.call(method, path, { role: 'TRADER', body: {} })
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'INVALID_TOKEN'])
    }
  })
})

describe('the quotas', () => {
  it('never limit a stop: it is neither checked against nor counted in the general quota', async () => {
    await begin({ ...PUBLISHED_QUOTAS, standard: { name: 'standard', requests: 2, windowMs: 60_000 } })
    for (let call = 0; call < 3; call++) await server.call('GET', STATUS)
    expect((await server.call('GET', STATUS)).statusCode).toBe(429)
    for (let call = 0; call < 30; call++) expect((await server.call('POST', STOP)).statusCode).toBe(202)
    expect((await server.call('POST', STOP)).headers.ratelimit).toBeUndefined()
    expect((await server.call('POST', PAUSE)).headers.ratelimit).toMatch(/^"control";r=9;t=\d+$/)
  })

  it('allow a pause ten times a minute, separately', async () => {
    await begin(PUBLISHED_QUOTAS)
    for (let call = 1; call <= 10; call++) {
      const response = await server.call('POST', PAUSE)
      expect([response.statusCode, response.headers['ratelimit-policy']]).toEqual([200, '"control";q=10;w=60'])
    }
    const refused = await server.call('POST', PAUSE)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'QUOTA_EXCEEDED', 'violated-policies': ['control'] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await server.call('GET', STATUS)).headers.ratelimit).toMatch(/^"standard";r=99/)
    expect((await server.call('POST', STOP)).statusCode).toBe(202)
  })

  it('limit callers who may not stop, and record them in aggregate', async () => {
    await begin(PUBLISHED_QUOTAS)
    for (let call = 0; call < 10; call++) {
      expect((await server.call('POST', STOP, { role: 'VIEWER' })).statusCode).toBe(403)
    }
    for (let call = 0; call < 5; call++) {
      expect((await server.call('POST', STOP, { role: 'VIEWER' })).statusCode).toBe(429)
    }
    const unknown = await server.call('POST', PAUSE, { role: null })
    const { requestId } = unknown.json()
    await server.app.close()
    const actor = { type: 'USER', sub: expect.stringMatching(/^usr_/), sid: expect.any(String), ip: '127.0.0.1' }
    const refused = { action: 'EMERGENCY_STOP', actor }
    expect(await audited()).toMatchObject([
      { ...refused, outcome: 'REFUSED_403', reason: null },
      { ...refused, outcome: 'REFUSED_429', reason: null },
      { action: 'PAUSE', outcome: 'REFUSED_401', actor: { ...actor, sub: null, sid: null }, reason: null, requestId },
      { ...refused, outcome: 'REFUSED_403', reason: '9 more in 60 s' },
      { ...refused, outcome: 'REFUSED_429', reason: '4 more in 60 s' },
    ])
  })
})

describe('over a connection', () => {
  const listen = async (): Promise<number> => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    return (server.app.server.address() as AddressInfo).port
  }

  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  const buildHead = async (method: string, path: string, length: number): Promise<string> => {
    const token = await server.token('TRADER')
    return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n\r\n`
  }

  /** Returns the response up to the server's close of the connection. */
  const sendAndRead = async (socket: Socket, text: string): Promise<string> => {
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(text)
    await once(socket, 'close')
    return answer
  }

  it('a body that never ends is not awaited, and the connection is closed', async () => {
    const socket = await open(await listen())
    const head = await buildHead('POST', STOP, 1_000)
    const since = performance.now()
    const answer = await sendAndRead(socket, `${head}{"flatten":"REDUCE_ONLY"`)
    expect(performance.now() - since).toBeLessThan(ANSWER_WITHIN_MS)
    expect(answer).toMatch(/^HTTP\/1.1 202/)
    expect(answer).toContain('"bodyIgnored":true')
    expect(answer).toContain('"flatten":"NONE"')
    expect(server.ledger.latch).not.toBeNull()
  })

  it('that is closed while the body is read, a stop still takes effect', async () => {
    const socket = await open(await listen())
    const requestReceived = once(server.app.server, 'request')
    socket.write(`${await buildHead('POST', STOP, 1_000)}{"flatten":`)
    await requestReceived
    socket.destroy()
    await expect.poll(() => server.ledger.latch?.by).toMatchObject({ type: 'USER', ip: '127.0.0.1' })
  })

  it('a stop and a pause are accepted during shutdown, and anything else is not', async () => {
    const port = await listen()
    const sockets = await Promise.all([open(port), open(port), open(port)])
    const heads = await Promise.all([
      buildHead('POST', PAUSE, 0),
      buildHead('POST', STOP, 0),
      buildHead('GET', STATUS, 0),
    ])
    server.control.stand('RUNNING')
    const closing = server.app.close()
    const answers = await Promise.all(sockets.map((socket, index) => sendAndRead(socket, heads[index] ?? '')))
    await closing
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 202', 'HTTP/1.1 503'])
    expect(server.ledger.latch).not.toBeNull()
  })
})
