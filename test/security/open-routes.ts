import { CONSOLE_DIRECTORY, loadConsole } from '../../server/app/console.ts'
import { startTradingServer } from '../support/trading-server.ts'

/** Request that needs no authentication. */
export interface OpenRequest {
  readonly method: string
  readonly path: string
  readonly body?: string
}

const get = (path: string): OpenRequest => ({ method: 'GET', path })

/** Values of the parameters of a path, chosen for the longest answers. */
const SAMPLES: Readonly<Record<string, string>> = { file: 'swagger-ui-bundle.js', slug: 'unknown-symbol', '*': '' }

/** Bodies that pass schema validation. */
const BODIES: Readonly<Record<string, string>> = {
  '/api/auth/login': '{"username":"nobody","password":"wrong"}',
  '/api/auth/refresh': '{"refreshToken":"wrong"}',
}

/** Refused requests that are not in the route table: unknown routes, files and pages, and unauthenticated callers. */
const REFUSED: readonly OpenRequest[] = [
  get('/docs/nowhere'),
  get('/api-docs/static/../x'),
  get('/nowhere'),
  get('/%zz'),
  get('/api/v381/account/balance'),
  { method: 'POST', path: '/api/emergency-stop', body: '{}' },
]

/** Returns a request for every registered route without authentication, and for every refusal. */
export const openRequests = async (): Promise<readonly OpenRequest[]> => {
  const server = await startTradingServer({}, await loadConsole(CONSOLE_DIRECTORY))
  const open = server.app.face
    .routes()
    .filter(({ method, decisions }) => method !== 'HEAD' && decisions.anonymous !== 'UNAUTHENTICATED')
  await server.close()
  const requests = open.map(({ method, url }): OpenRequest => {
    const path = url.replace(/:(\w+)|(\*)/g, (_, name = '*') => SAMPLES[name] ?? 'sample')
    return method === 'GET' ? get(path) : { method, path, body: BODIES[path] ?? '{}' }
  })
  return [...requests, ...REFUSED]
}

/** Returns the request as sent over the wire, on a connection that stays open. */
export const wireText = (
  { method, path, body }: OpenRequest,
  headers: Readonly<Record<string, string>> = {},
): string => {
  const all = {
    host: '127.0.0.1',
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}
