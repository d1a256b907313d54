import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/** SHA-256, in hexadecimal, of a value of JSON: equal values have equal digests, whatever the order of their members. */
export const computeDigest = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')
