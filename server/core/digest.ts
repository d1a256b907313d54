import { hash } from 'node:crypto'
import { canonicalJson } from './json.ts'

/** Returns the SHA-256, in hexadecimal, of a JSON value: equal values have equal digests in any member order. */
export const computeDigest = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')
