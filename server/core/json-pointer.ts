import { err, ok, type Result } from './result.ts'

/** What a JSON pointer leads to (RFC 6901), or that there is nothing. */
export const followPointer = (value: unknown, pointer: string): Result<unknown, 'NOTHING_THERE'> => {
  if (pointer !== '' && !pointer.startsWith('/')) return err('NOTHING_THERE')
  let found = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return err('NOTHING_THERE')
    found = Object.getOwnPropertyDescriptor(found, name)?.value
  }
  return found === undefined ? err('NOTHING_THERE') : ok(found)
}
