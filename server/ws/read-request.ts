import type { ValidateFunction } from 'ajv'
import { REQUESTS, type StreamRequest } from '../../contract/stream/requests.ts'
import { err, ok, type Result } from '../core/result.ts'
import { isTooDeep } from '../http/input/json-depth.ts'
import { compileShape, toFaults } from '../http/input/validation.ts'

/** A message fault, with the id of the message where it has one. */
export interface BadMessage {
  readonly id: string | null
  readonly detail: string
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
}

const SHAPES = Object.fromEntries(
  Object.entries(REQUESTS).map(([op, schema]) => [op, compileShape<StreamRequest>(schema)]),
)
const OPS = Object.keys(REQUESTS).join(', ')

/** A message of a client as the request it is, or every fault of it. */
export const readRequest = (text: string): Result<StreamRequest, BadMessage> => {
  const value = parse(text)
  if (value === undefined) return bad(null, 'The message is no JSON.')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(null, 'The message is no object.')
  if (isTooDeep(value)) return bad(null, 'The JSON is nested deeper than 16 levels.')
  const { id = null, op } = value as { id?: unknown; op?: unknown }
  const known = typeof id === 'string' ? id : null
  const shape: ValidateFunction<StreamRequest> | undefined =
    typeof op === 'string' && Object.hasOwn(SHAPES, op) ? SHAPES[op] : undefined
  if (!shape) return bad(known, `/op must be one of ${OPS}.`, [{ pointer: '/op', detail: `must be one of ${OPS}` }])
  if (shape(value)) return ok(value)
  const errors = toFaults(shape.errors ?? [], 'body').map(({ pointer, detail }) => ({ pointer, detail }))
  return bad(known, `${errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}.`, errors)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bad = (id: string | null, detail: string, errors: BadMessage['errors'] = []): Result<StreamRequest, BadMessage> =>
  err({ id, detail, errors })
