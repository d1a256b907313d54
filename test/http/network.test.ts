import { once } from 'node:events'
import { get as getTls } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { afterEach, describe, expect, it } from 'vitest'
import { TLS_CERTIFICATE } from '../support/tls-certificate.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

let server: TradingServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

type Starting = Parameters<typeof startTradingServer>

const listen = async (network: Starting[2] = {}, quotas: Starting[0] = {}): Promise<number> => {
  server = await startTradingServer(quotas, undefined, network)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return (server.app.server.address() as AddressInfo).port
}

/** Everything the server sends until it closes the connection or has answered `count` times. */
const exchange = async (port: number, text: string, count = 1): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
    if (received.split('HTTP/1.1 ').length > count && received.includes('\r\n\r\n')) socket.destroy()
  })
  await once(socket, 'close')
  return received
}

const request = (path: string, headers = 'Host: localhost\r\n'): string => `GET ${path} HTTP/1.1\r\n${headers}\r\n`

describe('requests that are not HTTP', () => {
  it.each([
    ['400', 'NONSENSE\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['400', request('/healthz?').replace('Host: localhost\r\n', 'Host: localhost\r\nContent-Length: x\r\n')],
  ])('are answered with a %s problem and the headers of every answer', async (status, text) => {
    const answer = await exchange(await listen(), text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('content-type: application/problem+json')
  })
})

describe('pipelined requests', () => {
  it('are answered in their order, one at a time', async () => {
    const answer = await exchange(await listen(), request('/healthz') + request('/api/nowhere') + request('/readyz'), 3)
    expect([...answer.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '401', '200'])
  })

  it('end the connection of a client that sends more of them than may wait for answers', async () => {
    const answer = await exchange(await listen(), request('/api-docs/openapi.json').repeat(50), 50)
    expect(answer.split('HTTP/1.1 ').length - 1).toBeLessThan(4)
  })

  it('are allowed in greater number with a valid token', async () => {
    const port = await listen()
    const headers = `Host: localhost\r\nAuthorization: Bearer ${await server?.token('VIEWER')}\r\n`
    const socket = connect(port, '127.0.0.1')
    const read = async (count: number): Promise<number> => {
      let received = ''
      while (received.split('HTTP/1.1 200').length <= count) received += String((await once(socket, 'data'))[0])
      return received.split('HTTP/1.1 200').length - 1
    }
    socket.write(request('/healthz', headers).replace('/healthz', '/api/auth/sessions'))
    await read(1)
    socket.write(request('/api/auth/sessions', headers).repeat(12))
    expect(await read(12)).toBe(12)
    socket.destroy()
  })
})

describe('the Host header', () => {
  it.each([
    ['evil.example', '/', 421],
    ['evil.example', '/api/auth/login', 421],
    ['169.254.169.254', '/api/monitor/public-status-truth', 421],
    ['evil.example', '/healthz', 200],
    ['evil.example', '/readyz', 200],
    ['plimsoll.test', '/healthz', 200],
    ['plimsoll.test:9999', '/.well-known/jwks.json', 200],
    ['desk.lan', '/.well-known/jwks.json', 200],
    ['127.0.0.1', '/.well-known/jwks.json', 200],
    ['localhost', 'http://evil.example/', 421],
    ['localhost', 'http://evil.example/.well-known/jwks.json', 421],
    ['localhost', 'http://localhost@evil.example/.well-known/jwks.json', 421],
    ['evil.example', 'http://localhost/.well-known/jwks.json', 200],
  ])('%s at %s is answered with %i', async (host, path, status) => {
    const port = await listen({ allowedHosts: ['desk.lan'] })
    expect(await exchange(port, request(path, `Host: ${host}\r\n`))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('is required', async () => {
    const port = await listen()
    expect(await exchange(port, request('/.well-known/jwks.json', ''))).toMatch(/^HTTP\/1.1 400 /)
    expect(await exchange(port, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('does not hold up a stop with a valid token', async () => {
    const port = await listen()
    const token = await server?.token('TRADER')
    const stop = `POST /api/emergency-stop HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n`
    expect(await exchange(port, `${stop}Authorization: Bearer ${token}\r\n\r\n`)).toMatch(/^HTTP\/1.1 20[02] /)
    expect(await exchange(port, `${stop}\r\n`)).toMatch(/^HTTP\/1.1 421 /)
  })
})

describe('the address of a caller', () => {
  const ONE = { anonymous: { name: 'anon', requests: 1, windowMs: 60_000 } }
  /** Statuses of requests that name these clients: with one request for each address, a second one of the same gets 429. */
  const statuses = async (port: number, forwarded: readonly string[]): Promise<number[]> => {
    const answers: number[] = []
    for (const client of forwarded) {
      const headers = `Host: localhost\r\nX-Forwarded-For: ${client}\r\nForwarded: for=${client}\r\n`
      answers.push(Number((await exchange(port, request('/api/audit', headers))).slice(9, 12)))
    }
    return answers
  }

  it('is that of the peer when no proxy is trusted', async () => {
    expect(await statuses(await listen({}, ONE), ['192.0.2.1', '192.0.2.2'])).toEqual([401, 429])
  })

  it('is that of the peer when the peer is not a trusted proxy', async () => {
    const trustProxy = proxyAddr.compile(['192.0.2.0/24'])
    expect(await statuses(await listen({ trustProxy }, ONE), ['198.51.100.1', '198.51.100.2'])).toEqual([401, 429])
  })

  it('comes from a trusted proxy, whatever the client has sent before', async () => {
    const trustProxy = proxyAddr.compile(['127.0.0.0/8'])
    const port = await listen({ trustProxy }, ONE)
    const claims = [
      '192.0.2.1',
      '192.0.2.2',
      '203.0.113.9, 192.0.2.1',
      '192.0.2.2, 127.0.0.9',
      '2001:db8::1',
      '2001:db8::2',
    ]
    expect(await statuses(port, claims)).toEqual([401, 401, 429, 429, 401, 429])
  })

  it('is as many hops away as there are trusted proxies', async () => {
    const port = await listen({ trustProxy: (_address, hop) => hop < 1 }, ONE)
    expect(await statuses(port, ['192.0.2.1', '203.0.113.9, 192.0.2.1', '192.0.2.1, 203.0.113.9'])).toEqual([
      401, 429, 401,
    ])
  })
})

describe('over TLS', () => {
  it('answers in TLS 1.2 and later, and requires it of browsers from then on', async () => {
    const port = await listen({ tls: TLS_CERTIFICATE })
    if (server) server.app.publicBase = 'https://plimsoll.test'
    const sendRequest = (options: object) =>
      getTls({
        host: '127.0.0.1',
        port,
        path: '/healthz',
        servername: 'plimsoll.test',
        ca: TLS_CERTIFICATE.cert,
        ...options,
      })
    const [answer] = await once(sendRequest({}), 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    await expect(once(sendRequest({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }), 'response')).rejects.toThrow()
  })
})
