import { err, ok, type Result } from './result.ts'

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
