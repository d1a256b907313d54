import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef, FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { Problem } from '../../contract/problem.ts'

const RULES = { allErrors: true, removeAdditional: false, useDefaults: true, strict: false } as const

/** A body says what it is: a number where text is asked for is an error, never converted. */
const bodyRules = new Ajv({ ...RULES, coerceTypes: false })

/** Path and query are text by nature and become what their schema says; a repeated parameter stays an error. */
const textRules = new Ajv({ ...RULES, coerceTypes: true })

export const compileValidator = ({ schema, httpPart }: FastifyRouteSchemaDef<FastifySchema>) =>
  (httpPart === 'body' ? bodyRules : textRules).compile(schema as object)

type Part = 'body' | 'path' | 'query'

const PARTS: Record<string, Part> = { body: 'body', params: 'path', querystring: 'query' }

export const partOf = (context: string | undefined): Part => PARTS[context ?? ''] ?? 'body'

type Fault = NonNullable<Problem['errors']>[number]

/** Each fault with the pointer of what is wrong and what it must be instead. */
export const faultsOf = (errors: readonly FastifySchemaValidationError[], part: Part): Fault[] =>
  errors.map((error) => {
    const { keyword, instancePath, params, message } = error as unknown as ErrorObject
    const named = params.missingProperty ?? params.additionalProperty
    const pointer = named === undefined ? instancePath : `${instancePath}/${escapePointer(String(named))}`
    return { in: part, pointer: pointer || '', code: codeOf(keyword), detail: detailOf(keyword, params, message) }
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
}

const codeOf = (keyword: string): string => CODES[keyword] ?? 'INVALID'

const detailOf = (keyword: string, params: ErrorObject['params'], message: string | undefined): string => {
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'additionalProperties') return 'is not known here'
  if (keyword === 'required') return 'is missing'
  if (keyword === 'type') return `must be one ${params.type}, given once`
  return message ?? 'is not allowed'
}
