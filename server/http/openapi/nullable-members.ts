import { isRecord } from '../../core/json.ts'

/**
 * Replaces nullable members of schemas that others extend by references to named schemas such as `StringOrNull`, because
 * OpenAPI Generator loses the null of an inherited member that is described in place.
 */
export const withNamedNulls = (schemas: Json): Json => {
  const bases = findBases(schemas)
  const added = new Map<string, unknown>()
  const refer = (member: unknown): unknown => {
    const nullable = readNullable(member, schemas)
    if (!nullable) return member
    added.set(nullable.name, nullable.schema)
    return { ...nullable.described, $ref: `#/components/schemas/${nullable.name}` }
  }
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    bases.has(name) ? inBase(schema, refer) : schema,
  ])
  return Object.fromEntries([...named, ...added].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

type Json = Readonly<Record<string, unknown>>

const findBases = (schemas: Json): ReadonlySet<string> =>
  new Set(
    Object.values(schemas).flatMap((schema) =>
      isRecord(schema) && Array.isArray(schema.allOf) ? schema.allOf.flatMap((part) => readReference(part) ?? []) : [],
    ),
  )

const inBase = (schema: unknown, refer: (member: unknown) => unknown): unknown => {
  if (!isRecord(schema)) return schema
  if (Array.isArray(schema.allOf)) return { ...schema, allOf: schema.allOf.map((part) => inBase(part, refer)) }
  if (!isRecord(schema.properties)) return schema
  const members = Object.entries(schema.properties).map(([name, member]) => [name, refer(member)])
  return { ...schema, properties: Object.fromEntries(members) }
}

interface Nullable {
  readonly name: string
  readonly schema: Json
  readonly described: Json
}

const readNullable = (member: unknown, schemas: Json): Nullable | undefined => {
  if (!isRecord(member)) return undefined
  const { type, anyOf, description, ...rest } = member
  if (Object.keys(rest).length > 0) return undefined
  const described = description === undefined ? {} : { description }
  if (Array.isArray(type) && type.length === 2 && type[1] === 'null') {
    return { name: `${capitalised(String(type[0]))}OrNull`, schema: { type }, described }
  }
  const name =
    Array.isArray(anyOf) && anyOf.length === 2 && anyOf[1]?.type === 'null' ? readReference(anyOf[0]) : undefined
  const object = name === undefined ? undefined : schemas[name]
  if (!isRecord(object) || object.type !== 'object') return undefined
  return { name: `${name}OrNull`, schema: { ...object, type: ['object', 'null'] }, described }
}

/** Returns the name of the schema that another one refers to. */
export const readReference = (schema: unknown): string | undefined =>
  isRecord(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
