/** Request that needs no authentication. */
export interface OpenRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

const get = (path: string): OpenRequest => ({ method: 'GET', path })
const post = (path: string, body: string): OpenRequest => ({ method: 'POST', path, body })

/** Every kind of route without a token, with refusals; files of the console are added by `openRequests`. */
const OPEN_REQUESTS: readonly OpenRequest[] = [
  get('/'),
  get('/api-docs'),
  get('/docs/'),
  get('/docs/nowhere'),
  get('/api-docs/openapi.json'),
  get('/api-docs/static/swagger-ui-bundle.js'),
  get('/api-docs/static/../x'),
  get('/api-docs/asyncapi.json'),
  get('/api-docs/streams'),
  get('/api-docs/pages.css'),
  get('/api-docs/problems/unknown-symbol'),
  get('/healthz'),
  get('/readyz'),
  get('/.well-known/jwks.json'),
  get('/ws'),
  get('/api/monitor/public-status-truth'),
  get('/nowhere'),
  get('/%zz'),
  post('/api/auth/login', '{"username":"nobody","password":"wrong"}'),
  post('/api/auth/refresh', '{"refreshToken":"wrong"}'),
  post('/api/emergency-stop', '{}'),
]

/** All of them, with the files that the page of the console names. */
export const openRequests = async (url: string): Promise<readonly OpenRequest[]> => {
  const page = await (await fetch(url)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, path = '']) => get(path))
  return [...OPEN_REQUESTS, ...files]
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
