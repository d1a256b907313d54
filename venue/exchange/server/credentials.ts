/** API credentials of the local exchange: signatures, and comparison in constant time. */

import { createHmac, timingSafeEqual } from 'node:crypto'

/** API key and secret of the account. */
export interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

/** HMAC SHA-256 of a string, in hexadecimal. */
export const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Compares keys and signatures in constant time. */
export const isSameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
