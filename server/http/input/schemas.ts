/**
 * JSON Schema of requests and responses: validators, their faults as problem members, parsing of bodies, and printers.
 */

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef, FastifySchemaValidationError } from 'fastify/types/schema.js'
import { Type } from 'typebox'
import { PRINTABLE_PATTERN } from '../../../contract/common.ts'
import type { Problem } from '../../../contract/problem.ts'

/** Compiles a schema to a request validator. */
export const compileValidator = ({ schema, httpPart }: FastifyRouteSchemaDef<FastifySchema>) =>
  httpPart === 'body' ? compileShape(schema as object) : compileText(schema as TextSchema)

/** Validator without type coercion: a number instead of a string is an error. The schemas themselves are trusted. */
const rules = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  verbose: true,
  validateSchema: false,
})

/** A check of values against a schema. */
export interface Shape<T> {
  (value: unknown): value is T
  /** Faults of the last checked value. */
  errors: ErrorObject[] | null
}

/** Compiles a check of parsed JSON, such as a stream message, on first use. */
export const compileShape = <T>(schema: object): Shape<T> => {
  let validate: ValidateFunction<T> | undefined
  const check = (value: unknown): value is T => {
    validate ??= rules.compile<T>(schema)
    const valid = validate(value)
    check.errors = validate.errors ?? null
    return valid
  }
  check.errors = null as ErrorObject[] | null
  return check
}

interface TextSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>
}

/** Compiles a check of path and query parameters, which are strings: plain numbers and booleans are converted first. */
const compileText = (schema: TextSchema) => {
  const validate = compileShape(schema)
  const check = (data: Record<string, unknown>): boolean => {
    for (const name in data) data[name] = readText(data[name], schema.properties?.[name]?.type)
    const valid = validate(data)
    check.errors = validate.errors
    return valid
  }
  check.errors = validate.errors
  return check
}

const readText = (value: unknown, type: string | undefined): unknown => {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return type === 'integer' && typeof value === 'string' && /^-?(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value
}

type Part = 'body' | 'path' | 'query' | 'header'

const PARTS: Record<string, Part> = { body: 'body', params: 'path', querystring: 'query', headers: 'header' }

export const toPart = (context: string | undefined): Part => PARTS[context ?? ''] ?? 'body'

type Fault = NonNullable<Problem['errors']>[number]

/** Returns the faults with the pointer to the invalid value and the expected value. */
export const toFaults = (errors: readonly (FastifySchemaValidationError | ErrorObject)[], part: Part): Fault[] =>
  errors.map((error) => {
    const fault = error as unknown as ErrorObject
    const { keyword, instancePath, params } = fault
    const named = params.missingProperty ?? params.additionalProperty
    const pointer = named === undefined ? instancePath : `${instancePath}/${escapePointer(String(named))}`
    return { in: part, pointer: pointer || '', code: toCode(keyword), detail: describeFault(fault, part) }
  })

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const CODES: Record<string, string> = {
  required: 'MISSING',
  additionalProperties: 'UNKNOWN_PARAMETER',
  type: 'WRONG_TYPE',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  enum: 'NOT_ONE_OF',
  pattern: 'WRONG_FORM',
  minProperties: 'MISSING',
}

const toCode = (keyword: string): string => CODES[keyword] ?? 'INVALID'

const describeFault = ({ keyword, params, message, parentSchema }: ErrorObject, part: Part): string => {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'additionalProperties') return 'is not known here'
  if (keyword === 'required') return 'is missing'
  if (keyword === 'minProperties') return 'must name at least one member'
  if (keyword === 'type')
    return part === 'body' ? typeDetail([params.type].flat()) : `must be one ${params.type}, given once`
  if (params.pattern === PRINTABLE_PATTERN) return 'must be one line without control or formatting characters'
  const example = keyword === 'pattern' ? parentSchema?.examples?.[0] : undefined
  return example === undefined ? (message ?? 'is not allowed') : `must have the form of ${example}`
}

const typeDetail = (types: readonly string[]): string =>
  types.includes('string') ? 'must be text in double quotes' : `must be JSON of type ${types.join(' or ')}`

/** Maximum nesting of a body. */
const DEPTH_MAX = 16

/** Returns whether any part of a parsed body is nested more deeply than allowed. */
export const isTooDeep = (value: unknown, depth = 0): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return depth === DEPTH_MAX || Object.values(value).some((part) => isTooDeep(part, depth + 1))
}

/** Parses bodies of these types as JSON; an empty one is no body, and the schema decides whether one is required. */
export const readJson = (app: FastifyInstance, ...types: readonly string[]): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser([...types], { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}

/** Schema of a route without a body: any content is refused. */
export const NoBody = Type.Unsafe<null>({ type: ['object', 'null'], properties: {}, additionalProperties: false })

/** Schema of a route without query parameters: any parameter is refused. */
export const NoQuery = Type.Object({}, { additionalProperties: false })

/** Prints a body by its schema: undeclared members are omitted. */
type Print = (body: unknown) => string

/** Compiles a printer on first use: there are hundreds, and most are never needed. */
export const compilePrinter = ({ schema }: { readonly schema: unknown }): Print => {
  let print: Print | undefined
  return (body) => {
    print ??= fastJson(schema as Schema)
    return print(body)
  }
}
