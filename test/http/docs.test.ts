import { once } from 'node:events'
import { request } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SURFACES } from '../../contract/monitor/index.ts'
import { PROBLEMS } from '../../contract/problem.ts'
import { EXTENSIONS, SCHEMAS } from '../../contract/schemas.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

let server: TestPlatform

beforeAll(async () => {
  server = await startTestPlatform()
})
afterAll(() => server.close())

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Fields = Extract<Json, { [name: string]: Json }>

interface Operation {
  readonly operationId?: string
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Record<string, { readonly schema: { $ref?: string }; readonly example?: Json }>
  }
}

const listOperations = ({ paths }: { paths: Record<string, Record<string, Operation>> }): Operation[] =>
  Object.values(paths).flatMap((path) => Object.values(path))

/** Every schema that a route names, of its parameters, its body and its answers. */
const schemasIn = (value: Json): Fields[] => {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value)
  return inner.flatMap(([name, child]) => (name === 'schema' ? [child as Fields] : schemasIn(child)))
}

const everyObject = (value: Json): Fields[] => {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.values(value).flatMap(everyObject)
  return Array.isArray(value) ? inner : [value, ...inner]
}

const everyMember = <T>(value: Json, name: string): T[] =>
  everyObject(value).flatMap((object) => (name in object ? [object[name] as T] : []))

const listProperties = (schema: Fields): Fields[] => Object.values((schema.properties ?? {}) as Record<string, Fields>)

const isNull = (schema: object): boolean => 'type' in schema && schema.type === 'null'

/** Sends the path as it is written, without the normalisation of `fetch`. */
const rawGet = async (url: string, path: string): Promise<[number | undefined, string | undefined]> => {
  const { hostname, port } = new URL(url)
  const clientRequest = request({ hostname, port, path }).end()
  const [response] = await once(clientRequest, 'response')
  response.resume()
  return [response.statusCode, response.headers['content-type']]
}

interface Parameter {
  readonly name: string
  readonly required?: boolean
}

interface Parameterised {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
}

/** Returns the parameters of an operation, those of several operations included. */
const readParameters = (
  { parameters }: Parameterised,
  components: { readonly parameters: Readonly<Record<string, Parameter>> },
): Parameter[] =>
  parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? []) : parameter,
  )

describe('the reference', () => {
  it('is a page of our own under a strict policy, with nothing from elsewhere', async () => {
    const response = await fetch(`${server.platform.url}/api-docs`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).not.toMatch(/unsafe|http|\*/)
    expect(await response.text()).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  it('sends its files in an encoding the caller accepts, and 304 to callers who have them', async () => {
    for (const path of ['/api-docs/openapi.json', '/api-docs/static/swagger-ui.css', '/api-docs/streams']) {
      const plain = await server.get(path, undefined, { 'accept-encoding': 'identity' })
      const etag = plain.headers.get('etag') ?? ''
      const text = await plain.text()
      await expect
        .poll(async () =>
          (await server.get(path, undefined, { 'accept-encoding': 'br' })).headers.get('content-encoding'),
        )
        .toBe('br')
      const compressed = await server.get(path, undefined, { 'accept-encoding': 'gzip, br;q=0' })
      expect(compressed.headers.get('content-encoding')).toBe('gzip')
      expect(await compressed.text()).toBe(text)
      const again = await server.get(path, undefined, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it.each(['..%2fpackage.json', '%2e%2e%2fx', '..%5cx', 'swagger-ui.js', 'swagger-ui-bundle.js%00', '..'])(
    'rejects the file %s with a problem, and logs no error',
    async (file) => {
      const [status, type] = await rawGet(server.platform.url, `/api-docs/static/${file}`)
      expect([401, 404]).toContain(status)
      expect(type).toBe('application/problem+json')
    },
  )

  it('requires no optional field from a caller', async () => {
    const { paths, components } = await json(await server.get('/api-docs/openapi.json'))
    const required = (path: string): Record<string, boolean> =>
      Object.fromEntries(
        readParameters(paths[path].get, components).map(({ name, required }) => [name, required ?? false]),
      )
    expect(required('/api/v381/market/klines/{symbol}')).toMatchObject({ symbol: true, interval: false, limit: false })
    const order = paths['/api/v381/trading/order'].post.requestBody
    expect(order.required).toBe(true)
    expect(order.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/OrderRequest' })
    expect(components.schemas.OrderRequest.required).toEqual(['symbol', 'side', 'type'])
    for (const path of ['/api/emergency-stop', '/api/autotrading/pause', '/api/auth/logout']) {
      expect(paths[path].post.requestBody?.required ?? false).toBe(false)
    }
  })

  it('describes every route in OpenAPI 3.1, with roles, parameters and problems', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/api/audit',
      '/api/auth/account',
      '/api/auth/login',
      '/api/auth/logout',
      '/api/auth/password',
      '/api/auth/refresh',
      '/api/auth/second-factor',
      '/api/auth/second-factor/confirm',
      '/api/auth/second-factor/disable',
      '/api/auth/sessions',
      '/api/auth/sessions/end',
      '/api/autotrading/config',
      '/api/autotrading/decisions',
      '/api/autotrading/decisions/{candidateId}',
      '/api/autotrading/pause',
      '/api/autotrading/status',
      '/api/emergency-stop',
      '/api/fleet',
      '/api/logs',
      ...SURFACES.map(({ surface }) => `/api/monitor/${surface}`).toSorted(),
      '/api/v381/account/balance',
      '/api/v381/account/limits',
      '/api/v381/account/performance',
      '/api/v381/account/portfolio',
      '/api/v381/account/trades',
      '/api/v381/market/instruments',
      '/api/v381/market/klines/{symbol}',
      '/api/v381/market/orderbook/{symbol}',
      '/api/v381/market/tickers',
      '/api/v381/market/trades/{symbol}',
      '/api/v381/research/compare',
      '/api/v381/research/data',
      '/api/v381/research/jobs',
      '/api/v381/research/jobs/{jobId}',
      '/api/v381/research/runs',
      '/api/v381/research/runs/{runId}',
      '/api/v381/research/runs/{runId}/equity',
      '/api/v381/research/runs/{runId}/trades',
      '/api/v381/research/searches',
      '/api/v381/research/searches/{searchId}',
      '/api/v381/signals/history',
      '/api/v381/signals/latest',
      '/api/v381/trading/order',
      '/api/v381/trading/order/preview',
      '/api/v381/trading/order/{orderId}',
      '/api/v381/trading/order/{orderId}/preview',
      '/api/v381/trading/orders',
      '/api/v381/trading/positions',
      '/api/v381/trading/positions/{id}/close',
      '/api/v381/trading/positions/{id}/sl-tp',
      '/healthz',
      '/metrics',
      '/readyz',
    ])
    const klines = document.paths['/api/v381/market/klines/{symbol}'].get
    expect(
      readParameters(klines, document.components)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['from', 'includeOpen', 'interval', 'limit', 'symbol', 'to'])
    expect(Object.keys(klines.responses)).toEqual(['200', '400', '401', '404', '429', '503'])
  })

  it('has no schema outside JSON Schema 2020-12, which OpenAPI 3.1 uses', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
    const named = Object.values<Fields>(document.components.schemas)
    const schemas = [...schemasIn(document.paths), ...named]
    expect(schemas.length).toBeGreaterThan(100)
    expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([])
  })

  it('declares the length of a tuple and its items', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const { PriceLevel: level } = document.components.schemas
    expect(level).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 })
    expect(level.prefixItems).toHaveLength(2)
    expect(level).not.toHaveProperty('additionalItems')
    expect(level, 'generators cannot read a boolean schema').not.toHaveProperty('items')
  })

  it('lists null beside a plain type, because client generators lose it beside a reference', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const { schemas } = document.components
    const isPlain = ({ $ref = '' }: { $ref?: string }): boolean => {
      const { type, enum: values, prefixItems } = schemas[$ref.split('/').at(-1) ?? ''] ?? {}
      return typeof type === 'string' ? type !== 'object' : values !== undefined || prefixItems !== undefined
    }
    const unions: { $ref?: string }[][] = everyMember(document, 'anyOf')
    const nullable = unions.filter((members) => members.length === 2 && members.some(isNull))
    expect(nullable.length).toBeGreaterThan(10)
    expect(nullable.filter((members) => members.some(isPlain))).toEqual([])
    expect(schemas.TimestampOrNull.type).toEqual(['string', 'null'])
  })

  it('names and describes what may be null in a schema that others extend, because client generators lose it', async () => {
    const { schemas } = (await json(await server.get('/api-docs/openapi.json'))).components
    const bases = new Set(EXTENSIONS.values())
    const members = [...bases].flatMap((base) => (schemas[base].allOf ?? [schemas[base]]).flatMap(listProperties))
    expect(members.length).toBeGreaterThan(50)
    const isUnnamed = ({ type, anyOf, properties }: Fields): boolean =>
      properties === undefined && (anyOf !== undefined || Array.isArray(type))
    expect(members.filter(isUnnamed)).toEqual([])
    expect(members.filter(({ $ref, description }) => String($ref).endsWith('/NumberOrNull') && !description)).toEqual(
      [],
    )
    expect(schemas.TriggerOrNull).toEqual({ ...schemas.Trigger, type: ['object', 'null'] })
    expect(schemas.DecidedOrder.allOf[1].properties.effectOnPosition.anyOf).toEqual([
      { $ref: '#/components/schemas/EffectOnPosition' },
      { type: 'null' },
    ])
  })

  it('describes an optional body as an object, because client generators offer a null as a value', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const optional = listOperations(document).flatMap(({ requestBody }) =>
      requestBody && !requestBody.required ? Object.values(requestBody.content) : [],
    )
    const names = optional.flatMap(({ schema }) => schema.$ref?.split('/').at(-1) ?? [])
    expect(names.toSorted()).toEqual(['CloseRequest', 'PauseRequest', 'StopRequest'])
    expect(names.map((name) => document.components.schemas[name].type)).toEqual(names.map(() => 'object'))
  })

  it('has no member that can only be null, because client generators cannot read one', async () => {
    const members = everyMember<Fields>(await json(await server.get('/api-docs/openapi.json')), 'properties')
    const schemas = members.flatMap((properties) => Object.entries(properties))
    expect(schemas.length).toBeGreaterThan(500)
    expect(schemas.filter(([, schema]) => isNull(schema as Fields))).toEqual([])
  })

  it('names the values of an enumeration that consist of symbols', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const isSymbols = ({ enum: values }: { enum?: unknown }): boolean =>
      Array.isArray(values) && values.some((value) => typeof value === 'string' && !/\w/.test(value))
    const enumerations = everyObject(document).filter(isSymbols)
    expect(enumerations.map((one) => one['x-enum-varnames'])).toEqual([['AtMost', 'LessThan', 'AtLeast']])
  })

  it('has a distinct operation id for every operation', async () => {
    const operations = listOperations(await json(await server.get('/api-docs/openapi.json')))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id ?? ''))).toEqual([])
    expect(new Set(ids).size).toBe(operations.length)
  })

  it('refers to named schemas, each described once, in at most 250 KiB', async () => {
    const text = await (await server.get('/api-docs/openapi.json')).text()
    expect(text.length).toBeLessThanOrEqual(250 * 1024)
    const document = JSON.parse(text)
    const references = new Set(text.match(/#\/components\/[a-z]+\/[\w-]+/gi))
    for (const reference of references) {
      const [, , kind = '', name = ''] = reference.split('/')
      expect(document.components[kind]).toHaveProperty(name)
    }
    expect(document.paths['/api/v381/trading/orders'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Orders',
    })
    expect(document.paths['/api/v381/market/tickers'].get.responses['429']).toEqual({
      $ref: '#/components/responses/E429',
    })
  })

  it('has every member of a base schema, unchanged, in each schema that extends it', () => {
    for (const [name, base] of EXTENSIONS) {
      const { properties } = SCHEMAS.get(base) as TObject
      expect(SCHEMAS.get(name)).toMatchObject({ properties })
    }
  })

  it('has examples that the server accepts as bodies', async () => {
    const document = await json(await server.get('/api-docs/openapi.json'))
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'openapi')
    const bodies = listOperations(document).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    const examples = bodies.flatMap(({ schema, example }) => (example === undefined ? [] : [{ schema, example }]))
    expect(examples.map(({ schema }) => schema.$ref)).toContain('#/components/schemas/OrderRequest')
    for (const { schema, example } of examples) {
      expect(ajv.validate({ $ref: `openapi${schema.$ref}` }, example), JSON.stringify(example)).toBe(true)
    }
  })

  it('declares a token optional for the public status', async () => {
    const { paths } = await json(await server.get('/api-docs/openapi.json'))
    expect(paths['/api/monitor/public-status-truth'].get.security).toEqual([{}, { bearer: [] }])
  })

  it.each([
    ['QUERY', '/api/v381/market/tickers', 'GET, HEAD'],
    ['PUT', '/api/v381/trading/order/preview', 'POST'],
  ])('answers %s %s with 405 and the methods that are allowed', async (method, path, allowed) => {
    const headers = { authorization: `Bearer ${await server.token({ role: 'TRADER' })}` }
    const response = await fetch(server.platform.url + path, { method, headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed])
  })

  it.each(Object.keys(PROBLEMS))('explains the problem %s where its type points', async (slug) => {
    const response = await server.get(`/api-docs/problems/${slug}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(PROBLEMS[slug as keyof typeof PROBLEMS].title)
  })

  it('answers an unknown problem with 404 and no echo of it', async () => {
    const response = await server.get('/api-docs/problems/%3Cscript%3E')
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('script')
  })
})

describe('the documentation', () => {
  it('is a site whose pages and their files load under a strict policy', async () => {
    const response = await fetch(`${server.platform.url}/docs`)
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/docs/'])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|http|\*/)
    for (const path of ['guide/runbook.html', 'architecture.html']) {
      const page = await server.get(`/docs/${path}`)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const files = [...(await page.text()).matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, file = '']) => file)
      for (const file of new Set(files)) {
        const { status } = await fetch(new URL(file, `${server.platform.url}/docs/${path}`))
        expect([file, status]).toEqual([file, 200])
      }
    }
  })

  it.each(['nope', 'guide/nope.html', 'guide/', '..%2fpackage.json'])(
    'answers %s with 404 and its navigation',
    async (path) => {
      const response = await server.get(`/docs/${path}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('href="/docs/guide/runbook.html"')
    },
  )
})

describe('the probes', () => {
  it('report that the process responds, and whether it receives market data', async () => {
    expect(await json(await server.get('/healthz'))).toEqual({ status: 'UP' })
    await server.ready()
    expect(await json(await server.get('/readyz'))).toMatchObject({ status: 'READY' })
  })

  it('publish the public half of the signing key and nothing private', async () => {
    const { keys } = await json(await server.get('/.well-known/jwks.json'))
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })
})
