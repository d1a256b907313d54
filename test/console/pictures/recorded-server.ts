import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Request, Route, WebSocketRoute } from 'playwright-core'
import { CONSOLE_DIRECTORY } from '../../../server/app/console.ts'
import type { Recording } from './recording.ts'

/** Where what is not in a recording comes from, while one is made. */
export interface Source {
  readonly answer: (method: string, address: string, body: string) => Promise<unknown>
  readonly snapshot: (channel: string) => Promise<unknown>
}

/** Console served from a recording. */
export interface RecordedServer {
  /** Requests and channels that the recording does not contain. */
  readonly missing: readonly string[]
  /** Number of requests and channels that are not answered yet. */
  readonly pending: number
}

/** Address of the console. Browsers treat it as secure, as that of a server on the same host. */
export const ORIGIN = 'http://localhost'

/**
 * Serves the built console, its API and its stream to the pages of a context from a recording. What is missing is taken
 * from the source and recorded; without a source, it is reported.
 */
export const serveRecording = async (
  context: BrowserContext,
  recording: Recording,
  source?: Source,
): Promise<RecordedServer> => {
  const missing: string[] = []
  let pending = 0
  const find = async (known: Record<string, unknown>, key: string, read: (from: Source) => Promise<unknown>) => {
    if (key in known) return known[key]
    if (!source) return void missing.push(key)
    pending += 1
    known[key] = await read(source).finally(() => (pending -= 1))
    return known[key]
  }
  const answer = (request: Request): Promise<unknown> => {
    const { pathname, search } = new URL(request.url())
    const [method, address, body] = [request.method(), pathname + search, request.postData() ?? '']
    return find(recording.answers, `${method} ${address} ${body}`.trim(), (from) => from.answer(method, address, body))
  }
  await context.route('**/*', async (route) => {
    if (!new URL(route.request().url()).pathname.startsWith('/api/')) return serveFile(route)
    const body = await answer(route.request())
    return body === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ json: body })
  })
  await context.routeWebSocket(/\/ws$/, (socket) =>
    serveStream(socket, recording.atMs, (channel) =>
      find(recording.channels, channel, (from) => from.snapshot(channel)),
    ),
  )
  return {
    missing,
    get pending() {
      return pending
    },
  }
}

const serveFile = (route: Route): Promise<void> => {
  const path = join(CONSOLE_DIRECTORY, new URL(route.request().url()).pathname)
  return route.fulfill({ path: extname(path) && existsSync(path) ? path : join(CONSOLE_DIRECTORY, 'index.html') })
}

interface StreamRequest {
  readonly id?: string
  readonly op: 'auth' | 'subscribe' | 'unsubscribe' | 'ping'
  readonly args?: { readonly channels?: readonly string[] }
}

const serveStream = (
  socket: WebSocketRoute,
  sentAtMs: number,
  findSnapshot: (channel: string) => Promise<unknown>,
): void => {
  const send = (message: object): void => socket.send(JSON.stringify({ v: 1, epoch: 'recorded', sentAtMs, ...message }))
  socket.onMessage(async (text) => {
    const { id = null, op, args: { channels = [] } = {} } = JSON.parse(String(text)) as StreamRequest
    if (op === 'ping') return send({ type: 'pong', id })
    send({ type: 'ack', id, op, data: op === 'auth' ? SIGNED_IN : { channels } })
    if (op !== 'subscribe') return
    for (const channel of channels) {
      const data = await findSnapshot(channel)
      if (data !== undefined) send({ type: 'snapshot', seq: 1, prevSeq: 0, channel, data })
    }
  })
}

const SIGNED_IN = { username: 'admin', roles: ['ADMIN'], tokenExpiresAtMs: Number.MAX_SAFE_INTEGER }
