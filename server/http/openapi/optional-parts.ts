import type { FastifySchema } from 'fastify'
import { isRecord } from '../../core/json.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The schema of a route as it is described: what has a default may be left out of a request. The validator fills it in, and
 * for the handlers it is always there.
 */
export const withOptionalParts = (schema: FastifySchema): FastifySchema => {
  const { body, querystring, headers } = schema
  return {
    ...schema,
    ...(body !== undefined && { body: optional(body) }),
    ...(querystring !== undefined && { querystring: optional(querystring) }),
    ...(headers !== undefined && { headers: optional(headers) }),
  }
}

/** Returns the schema as it applies to callers: a field with a default is not required. */
export const optional = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(optional)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, optional(child)]))
  const { required, properties } = inner
  if (!Array.isArray(required) || !isRecord(properties)) return inner
  return { ...inner, required: required.filter((name) => !hasDefault(properties[String(name)])) }
}

const hasDefault = (property: unknown): boolean => isRecord(property) && 'default' in property

/** The document with bodies that may be left out described so: those that may be null or anything, and those of what only takes authority away. */
export const withOptionalBodies = <Document extends object>(document: Document): Document => {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (operation.requestBody && mayBeLeftOut(operation)) operation.requestBody.required = false
  }
  return document
}

interface Operation {
  readonly requestBody?: { required: boolean; readonly content: Record<string, { readonly schema?: Json }> }
  readonly 'x-effect'?: string
}

const mayBeLeftOut = ({ requestBody, 'x-effect': effect }: Operation): boolean =>
  effect === 'CONTROL_RESTRICT' ||
  Object.values(requestBody?.content ?? {}).some(({ schema = {} }) => mayBeNothing(schema))

const mayBeNothing = ({ type, ...rest }: Json): boolean =>
  [type].flat().includes('null') || (type === undefined && Object.keys(rest).length === 0)
