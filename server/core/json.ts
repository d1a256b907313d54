import { err, ok, type Result } from './result.ts'

/** Returns whether a value is an object with named members: neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON; undefined when the text is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object; undefined when the text is anything else. */
export const parseRecord = (text: string): Record<string, unknown> | undefined => {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

/** JSON with the members of every object in order of their names, so that equal values are equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

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
