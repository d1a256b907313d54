import { canonicalJson, isRecord } from '../../core/json.ts'
import { withNamedNulls } from './nullable-members.ts'
import { withoutNullBodies } from './optional-bodies.ts'

/**
 * Shortens an OpenAPI document without changing its meaning: nullable values become lists of types, shared parameters
 * become components, and defaults are omitted.
 */
export const compact = <D extends object>(document: D): D => {
  const short = shorten(document, findSchemas(document)) as Json
  const components = isRecord(short.components) ? short.components : {}
  const shared = findSharedParameters(short.paths)
  const names = new Map([...shared].map(([name, parameter]) => [canonicalJson(parameter), name]))
  return {
    ...short,
    paths: referParameters(short.paths, names),
    components: {
      ...components,
      schemas: withoutNullBodies(short.paths, withNamedNulls(findSchemas(short))),
      parameters: Object.fromEntries(shared),
    },
  } as unknown as D
}

type Json = Readonly<Record<string, unknown>>

const PLAIN = ['string', 'number', 'integer', 'boolean', 'array']

/** Members that are defaults, or explained once in the description of the API. */
const OMITTED: ReadonlySet<string> = new Set(['required false', 'description Milliseconds'])

const REPLACED: ReadonlyMap<string, string> = new Map([['description Default Response', 'OK']])

const findSchemas = (document: object): Json => {
  const components = 'components' in document && isRecord(document.components) ? document.components : {}
  return isRecord(components.schemas) ? components.schemas : {}
}

const shorten = (value: unknown, schemas: Json): unknown => {
  if (Array.isArray(value)) return value.map((child) => shorten(child, schemas))
  if (!isRecord(value)) return value
  const inner: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(value)) {
    if (OMITTED.has(`${key} ${child}`) || (key === 'type' && 'enum' in value)) continue
    inner[key] = REPLACED.get(`${key} ${child}`) ?? (key === 'text/csv' ? {} : shorten(child, schemas))
  }
  return withConstant(withNull(inner, schemas))
}

/** Rewrites an `enum` of one boolean to `const`, because client generators refuse enumerations of booleans. */
const withConstant = (schema: Json): Json => {
  if (!Array.isArray(schema.enum) || typeof schema.enum[0] !== 'boolean' || schema.enum.length > 1) return schema
  const { enum: values, ...rest } = schema
  return { ...rest, const: values[0] }
}

/**
 * Rewrites `anyOf` of one schema and null to a list of types, or to an `enum` with null. A named schema that is no
 * object is repeated in it, because client generators lose the null beside a reference to a plain type.
 */
const withNull = (schema: Record<string, unknown>, schemas: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const members = anyOf.flatMap((member) => (isUnion(member) ? member.anyOf : member))
  const types = members.map(readType)
  if (types.every((type) => type !== undefined)) return { ...rest, type: types }
  const [first, second] = members
  if (members.length !== 2 || !isRecord(first) || readType(second) !== 'null') return { ...schema, anyOf: members }
  const type = resolve(first, schemas)
  if (Array.isArray(type.enum)) return { ...withoutType(type), ...rest, enum: [...type.enum, null] }
  if (type === first && type.type === 'object') return withNullableObject(first, rest) ?? schema
  return PLAIN.includes(String(type.type)) ? { ...type, ...rest, type: [type.type, 'null'] } : schema
}

/** Returns undefined if object and union each have a description, because one would be lost. */
const withNullableObject = (object: Json, union: Json): Json | undefined =>
  'description' in object && 'description' in union ? undefined : { ...object, ...union, type: ['object', 'null'] }

const isUnion = (schema: unknown): schema is { readonly anyOf: readonly unknown[] } =>
  isRecord(schema) && Object.keys(schema).length === 1 && Array.isArray(schema.anyOf)

/** Returns the type of a schema that states nothing else. */
const readType = (schema: unknown): string | undefined =>
  isRecord(schema) && Object.keys(schema).length === 1 && typeof schema.type === 'string' ? schema.type : undefined

const resolve = (schema: Json, schemas: Json): Json => {
  const named = schemas[String(schema.$ref).split('/').at(-1) ?? '']
  return isRecord(named) ? named : schema
}

const withoutType = ({ type: _, ...rest }: Json): Json => rest

const listParameters = (paths: unknown): readonly Json[] =>
  Object.values((paths ?? {}) as Json)
    .flatMap((path) => Object.values(path as Json))
    .flatMap((operation) => ((operation as Json).parameters ?? []) as readonly Json[])

/** Returns, by name, the parameters whose references are shorter than their repetition. */
const findSharedParameters = (paths: unknown): ReadonlyMap<string, Json> => {
  const byText = Map.groupBy(listParameters(paths), canonicalJson)
  const shared = new Map<string, Json>()
  for (const [text, uses] of byText) {
    const [parameter] = uses
    if (!parameter || (uses.length - 1) * text.length < (uses.length + 1) * REFERENCE_LENGTH) continue
    const name = `${String(parameter.in)}-${String(parameter.name)}`
    shared.set(shared.has(name) ? `${name}-${shared.size}` : name, parameter)
  }
  return shared
}

/** Usual length of a reference to a parameter, in characters. */
const REFERENCE_LENGTH = 48

const referParameters = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((child) => referParameters(child, names))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'parameters' && Array.isArray(child)
        ? child.map((parameter: Json) => {
            const name = names.get(canonicalJson(parameter))
            return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
          })
        : referParameters(child, names),
    ]),
  )
}
