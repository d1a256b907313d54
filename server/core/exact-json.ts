import { flatten } from './flat-text.ts'

/**
 * Writes JSON that preserves `bigint`s: each is written as `{"$bigint":"12"}`. For plain data that the program itself
 * stores and reads back, never for the wire.
 */
export const writeExact = (value: unknown): string => {
  const text = print(value) ?? 'null'
  return typeof value === 'object' ? flatten(text) : text
}

/**
 * Prints directly, because `JSON.stringify` would be several times slower with a replacer or with a copy without
 * `bigint`s.
 */
const print = (part: unknown): string | undefined => {
  switch (typeof part) {
    case 'bigint':
      return `{"$bigint":"${part}"}`
    case 'number':
      return Number.isFinite(part) ? `${part}` : 'null'
    case 'string':
      return PLAIN.test(part) ? `"${part}"` : JSON.stringify(part)
    case 'boolean':
      return part ? 'true' : 'false'
    case 'object':
      if (part === null) return 'null'
      return Array.isArray(part) ? printItems(part) : printMembers(part as Record<string, unknown>)
    default:
      return undefined
  }
}

/** String that needs no escapes, like most strings. */
const PLAIN = /^[ !#-[\]-~]*$/

const printItems = (items: readonly unknown[]): string => `[${items.map((item) => print(item) ?? 'null').join(',')}]`

const printMembers = (object: Record<string, unknown>): string => {
  let members = ''
  for (const name in object) {
    const text = print(object[name])
    if (text !== undefined) members += `${members === '' ? '' : ','}${printName(name)}${text}`
  }
  return `{${members}}`
}

const NAMES_MAX = 1_000
const printedNames = new Map<string, string>()

const printName = (name: string): string => {
  const known = printedNames.get(name)
  if (known !== undefined) return known
  const printed = `${JSON.stringify(name)}:`
  if (printedNames.size < NAMES_MAX) printedNames.set(name, printed)
  return printed
}

/** Writes data without `bigint`s in the same format, in half the time. */
export const writePlain = <T>(value: WithoutBigints<T>): string => JSON.stringify(value)

/** `T` if it contains no `bigint`. */
type WithoutBigints<T> = T extends bigint
  ? never
  : T extends object
    ? { readonly [Name in keyof T]: WithoutBigints<T[Name]> }
    : T

/** Returns the object as which a `bigint` is written. */
export const toWritten = (value: bigint): { readonly $bigint: string } => ({ $bigint: `${value}` })

/** Reads a string written by `writeExact`; throws on anything that is not JSON. */
export const readExact = (text: string): unknown => restore(JSON.parse(text))

/** Walks the parsed value, which is faster than a reviver because most of it is unchanged. */
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
