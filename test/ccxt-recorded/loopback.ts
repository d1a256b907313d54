import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** Received request, without its signature. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Parsed JSON body; undefined if there is none. */
  readonly body: unknown
}

/** Scripted answer: a body, or a function of the request. A list is used in order, and its last item repeats. */
type Answer = unknown
export type Answers = Readonly<Record<string, Answer>>

/** Handler of socket messages, by path, which may reply. */
export type SocketHandler = (path: string, message: unknown, reply: (message: unknown) => void) => void

/** Exchange with scripted answers, by method and path, that records the requests. */
export interface Loopback {
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** Returns the requests of a path. */
  requestsTo(path: string): ReceivedRequest[]
  answer(answers: Answers): void
  close(): Promise<void>
}

export const openLoopback = async (first: Answers, onMessage?: SocketHandler): Promise<Loopback> => {
  const answers = new Map<string, unknown[]>()
  const requests: ReceivedRequest[] = []
  const answer = (more: Answers): void => {
    for (const [route, response] of Object.entries(more))
      answers.set(route, Array.isArray(response) ? [...response] : [response])
  }
  answer(first)
  const server = createServer(async (request, response) => {
    const one = await readRequest(request)
    requests.push(one)
    const responses = answers.get(`${one.method} ${one.path}`)
    const next = responses && (responses.length > 1 ? responses.shift() : responses[0])
    const body = typeof next === 'function' ? next(one) : next
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { code: '404', msg: `nothing is known of ${one.path}` }))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, { url = '' }) => {
    const reply = (message: unknown): void => socket.send(JSON.stringify(message))
    socket.on('message', (data) => {
      const text = String(data)
      if (text === 'ping') socket.send('pong')
      else onMessage?.(url, JSON.parse(text), reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    requestsTo: (path) => requests.filter((one) => one.path === path),
    answer,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const readRequest = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === '' ? undefined : JSON.parse(text),
  }
}
