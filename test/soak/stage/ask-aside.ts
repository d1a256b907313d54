import { request } from 'node:http'

/** What an exchange has answered. */
export interface Aside {
  readonly status: number
  readonly text: string
}

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly withinMs: number
}

/** Exchanges count by address: whoever looks on must not spend the allowance of the one that is looked at. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined

/** Asks from another address of this machine, where there is one; rejects when there is no answer. */
export const askAside = ({ method, url, headers, withinMs }: Asked): Promise<Aside> =>
  new Promise((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(withinMs), ...(localAddress && { localAddress }) }
    const asked = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
