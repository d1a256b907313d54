import { request } from 'node:http'
import type { TargetServer } from './target-server.ts'

interface Post {
  /** Loopback source address of the request. */
  readonly from: string
  readonly path: 'login' | 'logout' | 'refresh'
  readonly body?: string
  readonly type?: string
  readonly token?: string
}

/** Sends an authentication request; returns status 0 without an answer. */
export const postAuth = (
  { port }: TargetServer,
  { from, path, body = '{}', type = 'application/json', token }: Post,
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve) => {
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const options = { host: '127.0.0.1', port, localAddress: from, method: 'POST', path: `/api/auth/${path}`, headers }
    const sent = request(options, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode ?? 0, body: text })
    })
    sent.on('error', () => resolve({ status: 0, body: '{}' }))
    sent.end(body)
  })
