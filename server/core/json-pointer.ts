import { err, ok, type Result } from './result.ts'

/** What a JSON pointer leads to (RFC 6901), or that there is nothing. */
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
