import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Received request. */
export interface Posted {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Web server within the running test that records requests and answers as configured. */
export interface PostBox {
  readonly url: string
  readonly posted: Posted[]
  /** Resolves with the next matching request, including earlier ones. */
  next(fits: (posted: Posted) => boolean): Promise<Posted>
  /** Replies to the next requests in order, then 200. A null reply is never sent. */
  readonly replies: (Reply | null)[]
}

export const aPostBox = async (): Promise<PostBox> => {
  const posted: Posted[] = []
  const replies: (Reply | null)[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      for (const check of waiting) check()
      const reply = replies.shift()
      if (reply === null) return
      response.writeHead(reply?.status ?? 200, reply?.headers)
      response.end(reply?.body ?? '{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posted,
    replies,
    next: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const match = posted.find(fits)
          if (!match) return
          waiting.delete(check)
          resolve(match)
        }
        waiting.add(check)
        check()
      }),
  }
}
