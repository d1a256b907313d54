import { CHANNELS } from '../contract/stream/channels.ts'
import { canonicalJson } from '../server/core/canonical-json.ts'
import { optional } from '../server/http/optional-parts.ts'
import { withPrefixItems } from '../server/http/with-prefix-items.ts'

type Json = Record<string, unknown>

/** An OpenAPI document, as far as it is looked into. */
export interface ApiDocument extends Json {
  readonly paths: Json
}

/** Schemas by their names. */
export type Named = readonly (readonly [name: string, schema: unknown])[]

/**
 * The API's document as types are best made from it: what has a name in the contract is referred to by it, and of the answers
 * there are those that are no problems.
 */
export const clientDocument = ({ paths, ...document }: ApiDocument, named: Named, roots: readonly string[]) => {
  const names = new Map(named.map(([name, schema]) => [keyOf(plain(schema)), name]))
  const schemas = new Map(named.map(([name, schema]) => [name, referring(plain(schema), names, true)]))
  const described = referring(plain(paths), names)
  const used = reachable([described, ...roots.map((name) => ({ $ref: `#/components/schemas/${name}` }))], schemas)
  return {
    ...document,
    paths: described,
    components: { schemas: Object.fromEntries([...schemas].filter(([name]) => used.has(name)).sort(byName)) },
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const reachable = (from: readonly unknown[], schemas: ReadonlyMap<string, unknown>): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name)) continue
      found.add(name)
      follow(schemas.get(name))
    }
  }
  for (const value of from) follow(value)
  return found
}

/** Every channel of the stream with the name of the schema of its data. */
export const channelSchemas = (named: Named) =>
  CHANNELS.map(({ address, choices, data }) => {
    const [name] = named.find(([, schema]) => schema === data) ?? []
    return { address, choices: choices ?? [], name: name ?? surfaceName(address), data }
  })

/** `monitor.restart-continuity-truth` → `RestartContinuityTruth`. */
const surfaceName = (address: string): string =>
  address
    .replace('monitor.', '')
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

const keyOf = (value: unknown): string => canonicalJson(value)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = (value: unknown): unknown => narrowed(optional(withPrefixItems(JSON.parse(JSON.stringify(value)))))

const narrowed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(narrowed)
  if (!isObject(value)) return value
  const { const: constant, ...rest } = value
  const inner = Object.fromEntries(Object.entries(rest).map(([name, child]) => [name, narrowed(child)]))
  if (constant !== undefined) inner.enum = [constant]
  if (isObject(inner.responses)) inner.responses = successes(inner.responses)
  return inner
}

const successes = (responses: Json): Json =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))

const referring = (value: unknown, names: ReadonlyMap<string, string>, isRoot = false): unknown => {
  if (Array.isArray(value)) return value.map((child) => referring(child, names))
  if (!isObject(value)) return value
  const name = isRoot ? undefined : names.get(keyOf(value))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, referring(child, names)]))
}
