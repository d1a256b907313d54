import { request } from 'node:http'

/** What an exchange has answered. */
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

/** Exchanges count by address: whoever looks on must not spend the allowance of the one that is looked at. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined

/** Asks from another address of this machine, where there is one; rejects when there is no answer. */
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
