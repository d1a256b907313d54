/** JSON helpers: parsing without exceptions, canonical text, and JSON pointers. */

import { err, ok, type Result } from './result.ts'

/** Parses JSON; undefined when the string is invalid. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a value is an object with named members: neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a JSON object; undefined when the string is anything else. */
export const parseRecord = (text: string): Record<string, unknown> | undefined => {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

/** Prints JSON with object members sorted by name, so that equal values give equal strings. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value))
    return `[${value.map((item) => (isWritten(item) ? canonicalJson(item) : 'null')).join(',')}]`
  if (!isRecord(value)) return Number.isFinite(value) ? `${value as number}` : JSON.stringify(value)
  const names = Object.keys(value)
  if ('toJSON' in value || names.some(isIndex)) {
    return JSON.stringify(value, (_name, part: unknown) => (isRecord(part) ? inOrder(part) : part))
  }
  let members = ''
  for (const name of names.sort()) {
    const part = value[name]
    if (isWritten(part)) members += `${members === '' ? '' : ','}${printName(name)}:${canonicalJson(part)}`
  }
  return `{${members}}`
}

/** Cached printed member names, which repeat with every object of a kind. */
const printedNames = new Map<string, string>()

const NAMES_MAX = 10_000

const printName = (name: string): string => {
  const known = printedNames.get(name)
  if (known !== undefined) return known
  const printed = JSON.stringify(name)
  if (printedNames.size < NAMES_MAX) printedNames.set(name, printed)
  return printed
}

/** Returns whether a value is written as a member; JSON omits values it cannot represent. */
const isWritten = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'

/** Returns whether a name is a whole number; objects order these before all others. */
const isIndex = (name: string): boolean => name.charCodeAt(0) <= NINE && /^\d+$/.test(name)

const NINE = '9'.charCodeAt(0)

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

const inOrder = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byName(a, b)))

/** Resolves a JSON pointer (RFC 6901), or returns an error when nothing is there. */
export const followPointer = (value: unknown, pointer: string): Result<unknown, 'NOTHING_THERE'> => {
  if (pointer !== '' && !pointer.startsWith('/')) return err('NOTHING_THERE')
  let current = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return err('NOTHING_THERE')
    current = Object.getOwnPropertyDescriptor(current, name)?.value
  }
  return current === undefined ? err('NOTHING_THERE') : ok(current)
}
