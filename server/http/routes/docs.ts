import { readFileSync } from 'node:fs'
import type swagger from '@fastify/swagger'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { PROBLEMS, type ProblemSlug } from '../../../contract/problem.ts'
import { sendProblem } from '../answers/problems.ts'
import { type StoredFile, sendFile, storeCompressed, storedOnce } from '../answers/stored-file.ts'
import { NoBody } from '../input/schemas.ts'
import { compact } from '../openapi/compact.ts'
import { withComponents, withOptionalBodies, withOptionalParts, withPrefixItems } from '../openapi/components.ts'
import {
  htmlPage,
  INITIALIZER,
  PAGE_TYPE,
  proseHtml,
  REFERENCE_PAGE,
  STYLE,
  STYLE_PATH,
  sendPage,
} from '../openapi/page.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Generates the OpenAPI document of the routes registered after it. */
export const describeRoutes = (version: string): Parameters<typeof swagger>[1] => ({
  transform: ({ schema, url, route }) => ({
    schema: withAccess(withPrefixItems(withOptionalParts(withoutEmptyBody(schema))), route.config),
    url,
  }),
  transformObject: (described) =>
    compact(
      withComponents(
        withOptionalBodies('openapiObject' in described ? described.openapiObject : described.swaggerObject),
      ),
    ),
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Plimsoll',
      version,
      description:
        'Market data and trading on USDT-margined perpetual futures. Money, prices and quantities are exact decimal text; instants ending in `At` are RFC 3339 in UTC, those ending in `Ms` are milliseconds. Errors are RFC 9457 problems. An operation is a read for every role unless `x-effect` and `x-access` state otherwise. Changes are published on [the WebSocket stream](/api-docs/streams).',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags: [
      'Market',
      'Trading',
      'Account',
      'Signals',
      'Research',
      'Control',
      'Monitor',
      'Audit',
      'Sessions',
      'Probes',
    ].map((name) => ({
      name,
    })),
    externalDocs: { description: 'Documentation', url: '/docs/' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
  },
})

/** Policy with the hash of the only inline style of swagger-ui 6.1.3; a browser refuses any other. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLESHEET = 'text/css; charset=utf-8'

/** Omits a body that must be empty: generated clients would have to send one. */
const withoutEmptyBody = ({ body, ...schema }: FastifySchema = {}): FastifySchema =>
  body === undefined || isEmptyBody(body) ? schema : { ...schema, body }

const isEmptyBody = (body: unknown): boolean => JSON.stringify(body) === JSON.stringify(NoBody)

/** Adds effect, roles and quota to the description of a route where they are not those of a read by any role. */
const withAccess = (schema: FastifySchema | undefined, { effect, access, quota }: RouteOptions['config'] = {}) => ({
  ...schema,
  ...(access === 'PUBLIC' && { security: [{}, { bearer: [] }] }),
  ...(effect !== 'READ' && { 'x-effect': effect }),
  ...(access !== ANY_ROLE && { 'x-access': access }),
  ...(quota && { 'x-quota': quota }),
})

/** Files of Swagger UI that the page names; nothing else of its folder can be reached. */
const SWAGGER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui.css': STYLESHEET,
  'index.css': STYLESHEET,
}

/**
 * Routes of the API reference and the OpenAPI document, served from memory; no network is needed. The document is made when
 * it is first requested: most servers never are.
 */
export const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const document = storedOnce(() => storeCompressed('application/json; charset=utf-8', JSON.stringify(app.swagger())))
  const page = storeCompressed(PAGE_TYPE, REFERENCE_PAGE)
  const files = storedOnce(readSwaggerFiles)

  app.get('/api-docs', { config, schema }, (request, reply) =>
    sendFile(request, reply.header('content-security-policy', PAGE_POLICY), page),
  )

  app.get('/api-docs/openapi.json', { config, schema }, (request, reply) => sendFile(request, reply, document()))

  app.get(
    '/api-docs/static/:file',
    { config, schema: { ...schema, params: Type.Object({ file: Type.String() }) } },
    (request, reply) => {
      const file = files().get(request.params.file)
      if (file) return sendFile(request, reply, file)
      return sendProblem(reply, 'not-found', { detail: 'The reference has no such file.' })
    },
  )
}

/** Read when the reference is first opened, and once. */
const readSwaggerFiles = (): ReadonlyMap<string, StoredFile> => {
  const folder = import.meta.url.endsWith('.ts')
    ? new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))
    : new URL('./swagger-ui/', import.meta.url)
  const files = Object.entries(SWAGGER_FILES).map(([name, type]) => {
    const file = storeCompressed(type, readFileSync(new URL(name, folder)))
    return [name, file] as const
  })
  return new Map([...files, ['initializer.js', storeCompressed(SCRIPT, INITIALIZER)]])
}

const openToAll = readableBy('OPEN')
const hidden = { hide: true, security: [] }

/** Routes of a page for every problem type, and the style of all pages. */
export const problemPageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api-docs/problems/:slug',
    {
      config: openToAll,
      schema: {
        ...hidden,
        params: Type.Object({ slug: Type.String() }),
        response: { 200: Type.String(), 404: Type.String() },
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const known = Object.hasOwn(PROBLEMS, slug)
      const page = known
        ? problemPage(slug as ProblemSlug)
        : htmlPage('No such problem', '<p>See <a href="/api-docs">the reference</a>.</p>')
      return sendPage(reply.code(known ? 200 : 404), page)
    },
  )

  app.get(
    STYLE_PATH,
    { config: openToAll, schema: { ...hidden, response: { 200: Type.String() } } },
    async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE),
  )
}

const problemPage = (slug: ProblemSlug): string => {
  const { status, title, remedy, retryable } = PROBLEMS[slug]
  const again = retryable ? 'The same request may succeed later.' : 'The same request will not succeed.'
  const code = slug.toUpperCase().replaceAll('-', '_')
  return htmlPage(title, `<p><code>${status} ${code}</code></p><p>${proseHtml(remedy)}</p><p>${again}</p>`)
}
