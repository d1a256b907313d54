import { isRecord } from '../../core/json.ts'
import { readReference } from './nullable-members.ts'

/** Marks bodies as optional if they may be null or anything, or belong to a route that only restricts. */
export const withOptionalBodies = <Document extends object>(document: Document): Document => {
  const { paths = {} } = document as { paths?: Paths }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (operation.requestBody && mayBeLeftOut(operation)) operation.requestBody.required = false
  }
  return document
}

type Json = Readonly<Record<string, unknown>>

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

interface Operation {
  readonly requestBody?: {
    required?: boolean
    readonly content: Record<string, { readonly schema?: Json }>
  }
  readonly 'x-effect'?: string
}

const mayBeLeftOut = ({ requestBody, 'x-effect': effect }: Operation): boolean =>
  effect === 'CONTROL_RESTRICT' ||
  Object.values(requestBody?.content ?? {}).some(({ schema = {} }) => mayBeNothing(schema))

const mayBeNothing = ({ type, ...rest }: Json): boolean =>
  [type].flat().includes('null') || (type === undefined && Object.keys(rest).length === 0)

/**
 * Returns the named schemas with those of optional bodies as objects. Their null is how the validator sees a missing
 * body; client generators would offer it as a value.
 */
export const withoutNullBodies = (paths: unknown, schemas: Json): Json => {
  const bodies = new Set(
    Object.values((paths ?? {}) as Paths)
      .flatMap(Object.values<Operation>)
      .flatMap(namesOfBodies),
  )
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      bodies.has(name) && isRecord(schema) && [schema.type].flat().includes('object')
        ? { ...schema, type: 'object' }
        : schema,
    ]),
  )
}

const namesOfBodies = ({ requestBody }: Operation): string[] =>
  requestBody === undefined || requestBody.required === true
    ? []
    : Object.values(requestBody.content).flatMap(({ schema }) => readReference(schema) ?? [])
