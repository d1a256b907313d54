import { request } from 'node:http'

/** Answer of an exchange. */
export interface Aside {
  readonly status: number
  readonly text: string
}

interface AsideRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly withinMs: number
}

/**
 * Separate local address. Exchanges limit by address: an observer must not use up the allowance of the client under
 * test.
 */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined

/** Sends a request from another address of this machine, if available; rejects without a response. */
export const requestFromOtherAddress = ({ method, url, headers, withinMs }: AsideRequest): Promise<Aside> =>
  new Promise((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(withinMs), ...(localAddress && { localAddress }) }
    const outgoing = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
