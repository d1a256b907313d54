/**
 * The schema with its tuples as JSON Schema has them since 2020-12, which OpenAPI 3.1 takes. Validators of requests and
 * answers are made from the older form.
 */
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
