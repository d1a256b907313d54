import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './child.ts'

/**
 * Baseline server of the HTTP benchmark, run as a child process: bare `node:http` that sends a stored response of the
 * platform.
 */
const [url = '', token = '', path = ''] = process.argv.slice(2)
const model = await fetch(url + path, {
  headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
})
const body = Buffer.from(await model.arrayBuffer())
const made = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])
const headers = Object.fromEntries([...model.headers].filter(([name]) => !made.has(name)))
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  serveParent({ url: `http://127.0.0.1:${port}`, token, path }, { stop: async () => server.close() })
})
