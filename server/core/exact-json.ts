/**
 * JSON that keeps `bigint`s: each is written as `{"$bigint":"12"}`. For what the program itself stores and reads back,
 * never for the wire.
 */
export const writeExact = (value: unknown): string => JSON.stringify(tagged(value))

/** Replaces `bigint`s in a copy: a replacer would make `JSON.stringify` several times slower. */
const tagged = (part: unknown): unknown => {
  if (typeof part === 'bigint') return { $bigint: part.toString() }
  return typeof part === 'object' && part !== null ? taggedWithin(part as Record<string, unknown>) : part
}

/** Returns the object itself when it has no `bigint`. */
const taggedWithin = (object: Record<string, unknown>): unknown => {
  let copy: Record<string, unknown> | undefined
  for (const key in object) {
    const part = object[key]
    const replaced = tagged(part)
    if (replaced === part) continue
    copy ??= (Array.isArray(object) ? [...object] : { ...object }) as Record<string, unknown>
    copy[key] = replaced
  }
  return copy ?? object
}

/** Reads text written by `writeExact`; throws on anything that is not JSON. */
export const readExact = (text: string): unknown => restore(JSON.parse(text))

/** Walks the parsed value, which is faster than a reviver, as most of it is unchanged. */
const restore = (part: unknown): unknown => {
  if (typeof part !== 'object' || part === null) return part
  if (isBigint(part)) return BigInt(part.$bigint)
  for (const key in part) {
    const inner = (part as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null) (part as Record<string, unknown>)[key] = restore(inner)
  }
  return part
}

const isBigint = (part: object): part is { readonly $bigint: string } =>
  typeof (part as { $bigint?: unknown }).$bigint === 'string'
