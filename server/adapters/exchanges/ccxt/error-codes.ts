/**
 * Classification of exchange error codes: definite rejections, unknown orders, refused API keys, and unchanged
 * settings.
 */

import { assert } from '../../../core/assert.ts'
import { isRecord } from '../../../core/json.ts'
import type { RejectionCategory } from '../../../engine/model/venue.ts'

/**
 * Creates the error dialect of an exchange from its lists of codes. Throws when a code is in two lists, as it could
 * then mean two things.
 */
export const createErrorDialect = ({ faultIn, refusals, noSuchOrder, keyRefused, unchanged }: Codes): ErrorDialect => {
  const byCode = Object.entries(refusals).flatMap(([category, codes]) =>
    codes.map((code) => [code, category as RejectionCategory] as const),
  )
  const all = [...byCode.map(([code]) => code), ...noSuchOrder, ...keyRefused, ...unchanged]
  for (const code of all) assert(all.indexOf(code) === all.lastIndexOf(code), `code ${code} must be listed only once`)
  return {
    faultIn,
    refusals: new Map(byCode),
    noSuchOrder: new Set(noSuchOrder),
    keyRefused: new Set(keyRefused),
    unchanged: new Set(unchanged),
  }
}

/** Code and message with which an exchange refuses a request. */
export interface VenueFault {
  readonly code: string
  readonly message: string
}

/** Meaning of an exchange's error codes. A code in none of the lists proves nothing. */
export interface ErrorDialect {
  /**
   * Returns the fault in a response body; undefined when there is none, or when the body is not in this exchange's
   * format.
   */
  faultIn(body: unknown): VenueFault | undefined
  /** Codes of definite rejections: a request with one of these was not executed. */
  readonly refusals: ReadonlyMap<string, RejectionCategory>
  /** Codes for an order that does not exist or is no longer open. */
  readonly noSuchOrder: ReadonlySet<string>
  /** Codes for a key that is wrong, revoked, without permission, or used from an address that is not allowed. */
  readonly keyRefused: ReadonlySet<string>
  /** Codes that mean the requested setting is already in effect. */
  readonly unchanged: ReadonlySet<string>
}

/** Error codes of an exchange by meaning, each in one list only. */
export interface Codes extends Pick<ErrorDialect, 'faultIn'> {
  readonly refusals: Readonly<Record<RejectionCategory, readonly string[]>>
  readonly noSuchOrder: readonly string[]
  readonly keyRefused: readonly string[]
  readonly unchanged: readonly string[]
}

/** The fields of a JSON object; undefined for everything else. */
export const fieldsIn = (body: unknown): Readonly<Record<string, unknown>> | undefined =>
  isRecord(body) ? body : undefined

/** Returns a code as a string, which exchanges send as a number or a string; undefined for anything else. */
export const codeText = (value: unknown): string | undefined => {
  if (Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && CODE.test(value) ? value : undefined
}

const CODE = /^-?[0-9]{1,10}(_[0-9]{1,6})?$/

/** Builds a fault from the exchange's own message, on one line and shortened. */
export const createFault = (code: string, message: unknown): VenueFault => ({
  code,
  message: typeof message === 'string' ? message.replace(UNPRINTABLE, ' ').trim().slice(0, MESSAGE_MAX) : '',
})

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const MESSAGE_MAX = 200
