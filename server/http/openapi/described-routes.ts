import type { FastifySchema, RouteOptions } from 'fastify'
import { NoBody } from '../input/schemas.ts'
import { ANY_ROLE } from '../security/route-access.ts'
import type { DescribedRoute } from './document.ts'

/** Selects the routes that the OpenAPI document describes, and adds effect, roles and quota to each. */
export const toDescribedRoutes = (routes: readonly Registered[]): readonly DescribedRoute[] =>
  routes
    .filter(({ method, schema }) => method !== 'HEAD' && schema?.hide !== true)
    .map(({ method, url, config, schema }) => ({ method, url, schema: withAccess(withoutEmptyBody(schema), config) }))

/** A route as registered. */
type Registered = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>

/** Omits a body that must be empty: generated clients would have to send one. */
const withoutEmptyBody = ({ body, ...schema }: FastifySchema = {}): FastifySchema =>
  body === undefined || isEmptyBody(body) ? schema : { ...schema, body }

const isEmptyBody = (body: unknown): boolean => JSON.stringify(body) === JSON.stringify(NoBody)

/** Adds effect, roles and quota to the description of a route unless it is a read for any role. */
const withAccess = (schema: FastifySchema | undefined, { effect, access, quota }: RouteOptions['config'] = {}) => ({
  ...schema,
  ...(access === 'PUBLIC' && { security: [{}, { bearer: [] }] }),
  ...(effect !== 'READ' && { 'x-effect': effect }),
  ...(access !== ANY_ROLE && { 'x-access': access }),
  ...(quota && { 'x-quota': quota }),
})
