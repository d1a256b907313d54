import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectTo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { openStreamStage, readFrom } from '../support/stream-stage.ts'

describe('stream authentication', () => {
  it('accepts a token by message and returns its user and expiry', async () => {
    const { connect, getToken, harbour } = await openStreamStage()
    const client = await connect()
    client.send({ id: '1', op: 'auth', args: { token: await getToken('alice') } })
    expect(await client.next('ack')).toMatchObject({
      v: 1,
      id: '1',
      op: 'auth',
      epoch: 'run_01KDXYZ7QE0000000000000000',
      data: { username: 'alice', roles: ['TRADER'], tokenExpiresAtMs: expect.any(Number) },
      sentAtMs: harbour.now(),
    })
  })

  it('accepts a token in the upgrade header, and requests that arrive before it is verified', async () => {
    const { connect, getToken, url } = await openStreamStage()
    const headers = { authorization: `Bearer ${await getToken('alice')}` }
    const client = readFrom(new WebSocket(url, 'plimsoll.v1', { headers }))
    await once(client.socket, 'open')
    client.send({ op: 'subscribe', args: { channels: ['count'] } })
    expect(client.socket.protocol).toBe('plimsoll.v1')
    expect(await client.next('ack')).toMatchObject({ op: 'auth' })
    expect(await client.next('ack')).toMatchObject({ op: 'subscribe' })
    expect(await connect()).toBeDefined()
  })

  it('closes with 4401 on a wrong token, and on a request before authentication', async () => {
    const { connect } = await openStreamStage()
    const wrong = await connect()
    wrong.send({ op: 'auth', args: { token: 'x.y.z' } })
    expect(await wrong.next('closing')).toMatchObject({ data: { closeCode: 4401, detail: 'The token is not valid.' } })
    expect(await wrong.closed).toEqual({ code: 4401, reason: 'UNAUTHENTICATED' })
    const hasty = await connect()
    hasty.send({ op: 'subscribe', args: { channels: ['count'] } })
    expect(await hasty.closed).toMatchObject({ code: 4401 })
  })

  it('closes a connection that sends no token for five seconds', async () => {
    const { connect, harbour } = await openStreamStage()
    const client = await connect()
    harbour.advance(STREAM_LIMITS.authWithinMs)
    expect(await client.closed).toMatchObject({ code: 4401 })
  })

  it('closes with 4429 when the address had thirty wrong tokens, but accepts a valid one', async () => {
    const { connect, enter } = await openStreamStage()
    const known = await enter('bob')
    const show = async () => {
      const client = await connect()
      client.send({ op: 'auth', args: { token: 'x.y.z' } })
      return client.closed
    }
    for (let tried = 0; tried < 30; tried++) expect(await show()).toMatchObject({ code: 4401 })
    expect(await show()).toEqual({ code: 4429, reason: 'TOO_MUCH' })
    expect(await enter('alice')).toBeDefined()
    known.send({ op: 'ping' })
    expect(await known.next('pong')).toBeDefined()
  })

  it('closes the longest-waiting unauthenticated connection when there are too many', async () => {
    const { connect, enter } = await openStreamStage()
    const [oldest, second] = [await connect(), await connect()]
    const others = await Promise.all(Array.from({ length: 255 }, () => connect()))
    expect(await oldest.closed).toMatchObject({ code: 4401 })
    expect(await enter()).toBeDefined()
    expect(await second.closed).toMatchObject({ code: 4401 })
    expect(others.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  })

  it('keeps connections whose token is being verified, however many arrive at the same time', async () => {
    const { connect, getToken, stream } = await openStreamStage()
    const tokens: string[] = []
    for (let user = 0; user < 60; user++) tokens.push(await getToken(`user${user}`))
    const headers = tokens.flatMap((token) => Array.from({ length: 5 }, () => ({ authorization: `Bearer ${token}` })))
    const clients = await Promise.all(headers.map((header) => connect({ headers: header })))
    for (const client of clients) expect(await client.next('ack')).toMatchObject({ op: 'auth' })
    expect(stream.standing()).toMatchObject({ connections: 300, ended: {} })
  })

  it('survives a rejected client that cuts the connection', async () => {
    const { url, enter } = await openStreamStage()
    const { port } = new URL(url)
    for (let tried = 0; tried < 200; tried++) {
      const wire = connectTo(Number(port), '127.0.0.1').on('error', () => {})
      await once(wire, 'connect')
      wire.write(`GET /ws?token=x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`)
      if (tried % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
      wire.resetAndDestroy()
    }
    expect(await enter()).toBeDefined()
  })

  it('accepts a page of its own origin, and rejects any other', async () => {
    const { connect, url } = await openStreamStage('https://trading.example.org')
    const { host } = new URL(url)
    for (const origin of [`http://${host}`, 'https://trading.example.org']) {
      expect((await connect({ origin })).socket.readyState).toBe(WebSocket.OPEN)
    }
    for (const origin of ['https://evil.example.org', 'null', `http://${host}.evil.example.org`]) {
      expect(await turnedAway(url, { origin })).toMatchObject({ slug: 'foreign-origin' })
    }
  })

  it('rejects an address with a token in it, and closes the connection', async () => {
    const { url } = await openStreamStage()
    expect(await turnedAway(`${url}?token=x`)).toMatchObject({ slug: 'malformed-request' })
  })

  it('allows a user five connections, however many sessions', async () => {
    const { enter, connect, getToken } = await openStreamStage()
    const clients = []
    for (let count = 0; count < STREAM_LIMITS.connectionsPerUser; count++) clients.push(await enter())
    const sixth = await connect()
    sixth.send({ op: 'auth', args: { token: await getToken('alice') } })
    expect(await sixth.closed).toMatchObject({ code: 4429 })
    expect(await enter('bob')).toBeDefined()
    clients[0]?.socket.close()
    await clients[0]?.closed
    expect(await enter()).toBeDefined()
  })
})

describe('a token', () => {
  it('that expires soon is announced, and can be replaced in place', async () => {
    const { enter, harbour, getToken } = await openStreamStage()
    const client = await enter()
    harbour.advance(14 * 60_000)
    const message = await client.next('event')
    expect(message.data.event).toBe('auth.expiring')
    client.send({ id: '2', op: 'auth', args: { token: await getToken('alice') } })
    expect((await client.next('ack')).data).toMatchObject({
      tokenExpiresAtMs: message.data.tokenExpiresAtMs + 14 * 60_000,
    })
    harbour.advance(2 * 60_000)
    client.send({ op: 'ping' })
    expect(await client.next('pong')).toMatchObject({ id: null })
  })

  it('that has expired ends the connection', async () => {
    const { enter, harbour } = await openStreamStage()
    const client = await enter()
    harbour.advance(15 * 60_000)
    expect(await client.next('closing')).toMatchObject({ data: { detail: 'The token has expired.' } })
    expect(await client.closed).toMatchObject({ code: 4401 })
  })

  it('of another user is rejected as a replacement', async () => {
    const { enter, getToken } = await openStreamStage()
    const client = await enter()
    client.send({ op: 'auth', args: { token: await getToken('bob') } })
    expect(await client.closed).toEqual({ code: 4403, reason: 'FORBIDDEN' })
  })

  it.each([
    ['its session is logged out', 'logout'],
    ['the roles of its user change', 'roles'],
    ['its user is disabled', 'disable'],
  ] as const)('ends the connection immediately when %s', async (_what, how) => {
    const { connect, harbour, getToken } = await openStreamStage()
    const token = await getToken('alice')
    const client = await connect()
    client.send({ op: 'auth', args: { token } })
    await client.next('ack')
    const { identity } = harbour
    if (how === 'logout') identity.logout(identity.recall(token)?.sessionId ?? 'ses_')
    else if (how === 'roles') identity.changeUser({ username: 'alice', roles: ['VIEWER'] })
    else identity.disableUser('alice')
    expect(await client.next('closing')).toMatchObject({ data: { detail: 'The session of the token has ended.' } })
    expect(await client.closed).toMatchObject({ code: 4401 })
  })
})

describe('a client message', () => {
  it.each([
    ['no JSON', '{', 'The message is not JSON.'],
    ['no object', '[1]', 'The message is not an object.'],
    ['without an op', '{}', '/op must be one of auth, subscribe, unsubscribe, ping.'],
    ['of an op there is not', '{"op":"order"}', '/op must be one of auth, subscribe, unsubscribe, ping.'],
    ['with something unknown', '{"op":"ping","token":"x"}', '/token is not known here.'],
    ['that names no channels', '{"op":"subscribe","args":{}}', '/args/channels is missing.'],
    ['of a nature it has not', '{"op":"constructor"}', '/op must be one of auth, subscribe, unsubscribe, ping.'],
    [
      'that lies too deep',
      `{"op":"ping","id":${'['.repeat(20)}${']'.repeat(20)}}`,
      'The JSON is nested deeper than 16 levels.',
    ],
  ])('%s is answered with the error, and closes the connection with 4400', async (_what, text, detail) => {
    const { enter } = await openStreamStage()
    const client = await enter()
    client.send(text)
    expect(await client.next('error')).toMatchObject({ data: { code: 'BAD_MESSAGE', detail } })
    expect(await client.closed).toEqual({ code: 4400, reason: 'BAD_MESSAGE' })
  })

  it('closes with 4400 when binary, and with 1009 when too large', async () => {
    const { enter } = await openStreamStage()
    const binary = await enter()
    binary.socket.send(Buffer.from('{"op":"ping"}'))
    expect(await binary.closed).toMatchObject({ code: 4400 })
    const large = await enter()
    large.send(`{"op":"ping","id":"${'x'.repeat(STREAM_LIMITS.messageMaxBytes)}"}`)
    expect(await large.next('closing')).toMatchObject({ data: { code: 'MESSAGE_TOO_BIG' } })
    expect(await large.closed).toEqual({ code: 1009, reason: 'MESSAGE_TOO_BIG' })
  })

  it('is rejected after ten within the second', async () => {
    const { enter, harbour } = await openStreamStage()
    const client = await enter()
    for (let sent = 0; sent < 9; sent++) client.send({ id: `${sent}`, op: 'ping' })
    for (let sent = 0; sent < 9; sent++) expect((await client.next('pong')).id).toBe(`${sent}`)
    harbour.advance(1_000)
    for (let sent = 0; sent < 11; sent++) client.send({ op: 'ping' })
    expect(await client.next('closing')).toMatchObject({ data: { code: 'TOO_MUCH' } })
    expect(await client.closed).toMatchObject({ code: 4429 })
  })
})

describe('a connection', () => {
  it('that answers no ping is closed', async () => {
    const { enter, harbour } = await openStreamStage()
    const client = await enter()
    const pinged = once(client.socket, 'ping')
    harbour.advance(STREAM_LIMITS.pingEveryMs)
    await pinged
    const silent = await enter('bob')
    Object.assign(silent.socket, { pong: () => {} })
    const ping = once(silent.socket, 'ping')
    harbour.advance(STREAM_LIMITS.pingEveryMs)
    await ping
    harbour.advance(STREAM_LIMITS.pingEveryMs)
    expect(await silent.closed).toMatchObject({ code: 1006 })
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('is notified when the server shuts down', async () => {
    const { enter, stream, url } = await openStreamStage()
    const client = await enter()
    await stream.close()
    expect(await client.next('closing')).toMatchObject({ data: { closeCode: 1001, code: 'GOING_AWAY' } })
    expect(await client.closed).toMatchObject({ code: 1001 })
    expect(await turnedAway(url)).toMatchObject({ slug: 'shutting-down' })
  })
})

/** Returns the answer to a rejected upgrade request. */
const turnedAway = async (url: string, headers: Record<string, string> = {}): Promise<unknown> => {
  const upgradeRequest = request(url.replace('ws:', 'http:'), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  }).end()
  const [response] = await once(upgradeRequest, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  if (!response.socket.destroyed) await once(response.socket, 'close')
  return JSON.parse(body)
}
