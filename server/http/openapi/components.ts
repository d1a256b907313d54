/**
 * Transformations of the OpenAPI document: shared schemas and problem responses as components, tuples, and optional
 * members.
 */

import type { FastifySchema } from 'fastify'
import { PROBLEMS, Problem } from '../../../contract/problem.ts'
import { EXTENSIONS, SCHEMAS } from '../../../contract/schemas.ts'
import { canonicalJson, isRecord } from '../../core/json.ts'

/**
 * Returns the OpenAPI document with named schemas under `components`, and one problem response for each status of an
 * operation, referenced wherever they occur.
 */
export const withComponents = <D extends object>(document: D): D => {
  const { paths, components, ...rest } = document as Document
  const schemas = createSchemaComponents()
  const referring = schemas.refer(mapResponses(paths))
  const text = JSON.stringify(referring)
  const responses = Object.fromEntries(
    problemStatuses()
      .map((status) => [nameOfProblems(status), problemResponse(status)] as const)
      .filter(([name]) => text.includes(`#/components/responses/${name}"`)),
  )
  return {
    ...rest,
    paths: referring,
    components: { ...components, responses, headers: HEADERS, schemas: schemas.reachableFrom(referring, responses) },
  } as unknown as D
}

/** Returns the schema in the form of the document, so that both compare equal. */
const inDocument = (schema: unknown): unknown => {
  const document = converted(withPrefixItems(JSON.parse(JSON.stringify(schema))))
  if (!isRecord(document) || !('properties' in document)) return document
  const { examples: _besideTheBody, ...described } = document
  return described
}

type Json = Readonly<Record<string, unknown>>

/** Rewrites `const` to an `enum` with one value, and a pattern for any name to `additionalProperties`. */
const converted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(converted)
  if (!isRecord(value)) return value
  const { const: constant, patternProperties, ...rest } = value
  const inner = Object.fromEntries(Object.entries(rest).map(([name, child]) => [name, converted(child)]))
  if (constant !== undefined) inner.enum = [constant]
  if (isRecord(patternProperties)) inner.additionalProperties = converted(Object.values(patternProperties)[0])
  return inner
}

/** Replaces each schema that has a name in the contract by a reference to the component of that name. */
export interface SchemaComponents {
  /** Returns the value with references in place of every named schema in it. */
  refer(value: unknown): unknown
  /** Returns the schemas that the values refer to, directly or indirectly, sorted by name. */
  reachableFrom(...values: readonly unknown[]): Record<string, unknown>
}

export const createSchemaComponents = (): SchemaComponents => {
  const schemas = new Map([...SCHEMAS].map(([name, schema]) => [name, inDocument(schema)]))
  const nameByKey = new Map<string, string>()
  const outlines = new Set<string>()
  for (const [name, schema] of schemas) {
    for (const form of [schema, optional(schema)]) {
      nameByKey.set(canonicalJson(form), name)
      outlines.add(printOutline(form))
    }
  }
  const forms = new Map([...schemas].flatMap(([name, schema]) => (isForm(schema) ? [[printForm(schema), name]] : [])))
  const refer = (value: unknown): unknown => {
    if (!isRecord(value)) return referWithin(value)
    const name = outlines.has(printOutline(value)) ? nameByKey.get(canonicalJson(value)) : undefined
    if (name !== undefined) return reference(name)
    const form = isForm(value) ? forms.get(printForm(value)) : undefined
    return form === undefined ? referWithin(value) : { ...reference(form), description: value.description }
  }
  const referWithin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, refer(child)]))
  }
  const define = (name: string, schema: unknown): unknown => {
    const base = EXTENSIONS.get(name)
    if (base === undefined) return referWithin(optional(schema))
    return { allOf: [reference(base), referWithin(optional(without(schema, schemas.get(base))))] }
  }
  const definitions = new Map([...schemas].map(([name, schema]) => [name, define(name, schema)]))
  return {
    refer,
    reachableFrom(...values) {
      const reached = namesReachedFrom(values, definitions)
      return Object.fromEntries([...definitions].filter(([name]) => reached.has(name)).toSorted(byName))
    },
  }
}

/** Returns the names of a schema's members and properties, compared before the whole schema is. */
const printOutline = (schema: unknown): string => {
  if (!isRecord(schema)) return ''
  const { properties } = schema
  return [Object.keys(schema), isRecord(properties) ? Object.keys(properties) : []]
    .map((one) => one.toSorted())
    .join('|')
}

/** Returns whether a schema describes formatted, listed or nullable values, described separately in each place. */
const isForm = (schema: unknown): schema is Json =>
  isRecord(schema) && ('pattern' in schema || 'enum' in schema || 'anyOf' in schema)

const printForm = ({ description: _, ...form }: Json): string => canonicalJson(form)

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Returns an object schema without the members of its base. */
const without = (schema: unknown, base: unknown): unknown => {
  if (!isRecord(schema) || !isRecord(base) || !isRecord(base.properties)) return schema
  const { properties: inherited } = base
  const isOwn = (name: unknown): boolean => !(String(name) in inherited)
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name))),
    ...(Array.isArray(schema.required) && { required: schema.required.filter(isOwn) }),
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const namesReachedFrom = (values: readonly unknown[], definitions: ReadonlyMap<string, unknown>) => {
  const reached = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (reached.has(name)) continue
      reached.add(name)
      follow(definitions.get(name))
    }
  }
  for (const value of values) follow(value)
  return reached
}

interface Document extends Json {
  readonly paths?: Json
  readonly components?: Json
}

const nameOfProblems = (status: number): string => `E${status}`

const problemStatuses = (): readonly number[] =>
  [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].toSorted((a, b) => a - b)

/** Returns the response of a status, which lists all its problems. */
const problemResponse = (status: number) => {
  const kinds = Object.entries(PROBLEMS).filter(([, kind]) => kind.status === status)
  return {
    description: kinds.map(([slug, { title }]) => `\`${toCode(slug)}\`: ${title}`).join('. '),
    ...(kinds.some(([, { retryable }]) => retryable) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

const HEADERS = {
  RetryAfter: {
    description: 'Seconds to wait before retrying, if the problem is retryable',
    schema: { type: 'integer' },
  },
}

const toCode = (slug: string): string => slug.toUpperCase().replaceAll('-', '_')

/** Replaces every problem response by a reference to the component of its status. */
const mapResponses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mapResponses)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'responses' ? referProblems(child) : mapResponses(child),
    ]),
  )
}

const referProblems = (responses: unknown): unknown =>
  Object.fromEntries(
    Object.entries(responses as Json).map(([status, response]) => [
      status,
      carriesProblem(response) ? { $ref: `#/components/responses/${nameOfProblems(Number(status))}` } : response,
    ]),
  )

const carriesProblem = (response: unknown): boolean =>
  isRecord(response) && isRecord(response.content) && 'application/problem+json' in response.content

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 426 | 429 | 503

/** Problem responses of a route, as included in its description. */
export const problemAnswers = (...statuses: readonly ProblemStatus[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'Problem', content: { 'application/problem+json': { schema: Problem } } },
    ]),
  )

/** Rewrites tuples to the form of JSON Schema 2020-12, which OpenAPI 3.1 uses. The validators use the older form. */
export const withPrefixItems = <T>(schema: T): T => rewritten(schema) as T

const rewritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewritten)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, rewritten(child)]))
  return inner.type === 'array' && Array.isArray(inner.items) ? toTuple(inner, inner.items) : inner
}

const toTuple = ({ items: _items, additionalItems: _others, ...rest }: Record<string, unknown>, parts: unknown[]) => ({
  ...rest,
  prefixItems: parts,
  minItems: parts.length,
  maxItems: parts.length,
})

/**
 * Returns the schema as described: request fields with a default are optional. The validator fills them in, so handlers
 * always have them.
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
const optional = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(optional)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, optional(child)]))
  const { required, properties } = inner
  if (!Array.isArray(required) || !isRecord(properties)) return inner
  return { ...inner, required: required.filter((name) => !hasDefault(properties[String(name)])) }
}

const hasDefault = (property: unknown): boolean => isRecord(property) && 'default' in property
