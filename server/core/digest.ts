import { hash } from 'node:crypto'
import { canonicalJson } from './json.ts'

/** Returns the SHA-256, in hexadecimal, of a JSON value: equal values have equal digests in any member order. */
export const computeDigest = (value: unknown): string => digestText(canonicalJson(value))

/** Returns the SHA-256 of a string, in hexadecimal. */
export const digestText = (text: string): string => hash('sha256', text, 'hex')
