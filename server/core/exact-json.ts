/**
 * JSON that keeps `bigint`s: each is written as `{"$bigint":"12"}`. For what the program itself stores and reads back,
 * never for the wire.
 */
export const writeExact = (value: unknown): string =>
  hasBigint(value) ? JSON.stringify(value, tagBigint) : JSON.stringify(value)

const tagBigint = (_key: string, part: unknown): unknown =>
  typeof part === 'bigint' ? { $bigint: part.toString() } : part

/** A replacer makes `JSON.stringify` several times slower; most values need none. */
const hasBigint = (value: unknown): boolean => {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key]
    if (typeof part === 'bigint' || (typeof part === 'object' && part !== null && hasBigint(part))) return true
  }
  return false
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
