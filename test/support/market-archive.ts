import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'

/** Local archive of market history with the layout of data.binance.vision. */
export interface MarketArchive {
  readonly url: string
  /** Requested paths, without checksum files. */
  readonly requested: string[]
  /** Adds a ZIP with one CSV file; `path` ends in .zip. */
  put(path: string, csv: string, checksum?: string): void
  /** Answers the next requests for a path with this status. */
  fail(path: string, status: number, times: number): void
  close(): Promise<void>
}

export const startMarketArchive = async (): Promise<MarketArchive> => {
  const files = new Map<string, Uint8Array>()
  const failures = new Map<string, { status: number; times: number }>()
  const requested: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    if (!path.endsWith('.CHECKSUM')) requested.push(path)
    const failure = failures.get(path)
    if (failure && failure.times-- > 0) return response.writeHead(failure.status).end()
    const file = files.get(path)
    return file ? response.end(file) : response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    put(path, csv, checksum) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const zip = zipSync({ [name.replace('.zip', '.csv')]: Buffer.from(csv) })
      const sum = checksum ?? createHash('sha256').update(zip).digest('hex')
      files.set(path, zip)
      files.set(`${path}.CHECKSUM`, Buffer.from(`${sum}  ${name}\n`))
    },
    fail: (path, status, times) => failures.set(path, { status, times }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
