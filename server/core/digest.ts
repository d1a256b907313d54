import { createHash } from 'node:crypto'
import { canonicalJson } from './json.ts'

/** Returns the SHA-256, in hexadecimal, of a JSON value: equal values have equal digests in any member order. */
export const computeDigest = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')
