import { setTimeout } from 'node:timers/promises'
import type { StreamMessage } from '../../../contract/stream/answers.ts'
import type { Source } from './recorded-server.ts'

interface Server {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** Reads what a recording needs from a running server. Tokens are not recorded, and no action is sent. */
export const openLiveSource = async ({ url, username, password }: Server): Promise<Source> => {
  const send = async (path: string, method: string, body?: string, token?: string): Promise<unknown> => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const signedIn = (await send('/api/auth/login', 'POST', JSON.stringify({ username, password }))) as SignedIn
  return {
    async answer(method, address, body) {
      if (address === '/api/auth/refresh') return { ...signedIn, accessToken: 'recorded', refreshToken: null }
      if (method === 'GET') return send(address, method, undefined, signedIn.accessToken)
      if (address.endsWith('/preview')) return send(address, method, body, signedIn.accessToken)
      return {}
    },
    snapshot: await openSnapshots(url, signedIn.accessToken),
  }
}

interface SignedIn {
  readonly accessToken: string
}

/** The server accepts ten messages of a connection in a second. */
const APART_MS = 220

/** Returns a function that reads the first snapshot of a channel, one at a time over one connection. */
const openSnapshots = async (url: string, token: string): Promise<Source['snapshot']> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, ['plimsoll.v1'])
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  socket.send(JSON.stringify({ op: 'auth', args: { token } }))
  let last: Promise<unknown> = Promise.resolve()
  return (channel) => {
    const snapshot = last.then(() => readSnapshot(socket, channel))
    last = snapshot.then(() => setTimeout(APART_MS))
    return snapshot
  }
}

const readSnapshot = (socket: WebSocket, channel: string): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const listen = ({ data }: MessageEvent): void => {
    const message = JSON.parse(String(data)) as StreamMessage
    if (message.type === 'snapshot' && message.channel === channel) resolve(message.data)
    if (message.type === 'error' || message.type === 'closing') reject(new Error(`${channel}: ${message.data.detail}`))
  }
  socket.addEventListener('message', listen)
  for (const op of ['unsubscribe', 'subscribe']) socket.send(JSON.stringify({ op, args: { channels: [channel] } }))
  return promise.finally(() => socket.removeEventListener('message', listen))
}
