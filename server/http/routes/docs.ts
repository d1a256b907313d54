import type swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { withComponents } from '../openapi/components.ts'
import { withOptionalBodies, withOptionalParts } from '../optional-parts.ts'
import { readableBy } from '../route-access.ts'
import { withPrefixItems } from '../with-prefix-items.ts'
import { NoBody } from './no-body.ts'

/** The hash is of the one inline style of swagger-ui 6.1.3; a browser refuses any other. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const config = readableBy('OPEN')
const hidden = { hide: true, security: [] }

/** Describes the routes registered after it. */
export const describeRoutes = (version: string): Parameters<typeof swagger>[1] => ({
  transform: ({ schema, url, route }) => ({
    schema: withAccess(withPrefixItems(withOptionalParts(withoutEmptyBody(schema))), route.config),
    url,
  }),
  transformObject: (described) =>
    withComponents(
      withOptionalBodies('openapiObject' in described ? described.openapiObject : described.swaggerObject),
    ),
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Plimsoll',
      version,
      description:
        'Market data and trading on USDT-margined perpetual futures. Money, prices and quantities are exact decimal text; instants ending in `At` are RFC 3339 in UTC, those ending in `Ms` are milliseconds. Errors are RFC 9457 problems. What changes can be listened to: [the stream](/api-docs/streams).',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags: ['Market', 'Trading', 'Account', 'Signals', 'Control', 'Monitor', 'Audit', 'Sessions', 'Probes'].map(
      (name) => ({
        name,
      }),
    ),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
  },
})

/** A body that must be empty is not described: clients made from the document would have to send one. */
const withoutEmptyBody = ({ body, ...schema }: FastifySchema = {}): FastifySchema =>
  body === undefined || isEmptyBody(body) ? schema : { ...schema, body }

const isEmptyBody = (body: unknown): boolean => JSON.stringify(body) === JSON.stringify(NoBody)

/** Effect, roles and quota of a route as members of its description: the document is the whole matrix of rights. */
const withAccess = (schema: FastifySchema | undefined, { effect, access, quota }: RouteOptions['config'] = {}) => ({
  ...schema,
  ...(access === 'PUBLIC' && { security: [{}, { bearer: [] }] }),
  'x-effect': effect,
  'x-access': access,
  ...(quota && { 'x-quota': quota }),
})

/** The readable reference and the OpenAPI document; no network is needed. */
export const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(swaggerUi, {
    routePrefix: '/api-docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Plimsoll API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/api-docs' },
    uiConfig: { persistAuthorization: false, displayRequestDuration: true, docExpansion: 'list' },
  })

  app.get('/api-docs/openapi.json', { config, schema: { ...hidden, response: { 200: Type.Unknown() } } }, async () =>
    app.swagger(),
  )
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><circle cx="20" cy="20" r="13" fill="none" stroke="#fff" stroke-width="3"/><path d="M2 20h36" stroke="#fff" stroke-width="3"/></svg>'
