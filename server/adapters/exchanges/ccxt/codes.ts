import { assert } from '../../../core/assert.ts'
import type { RejectionCategory } from '../../../engine/model/venue.ts'
import type { ErrorDialect } from './dialect.ts'

/** The codes of an exchange by what follows from them, each in one list only. */
export interface Codes extends Pick<ErrorDialect, 'faultIn'> {
  readonly refusals: Readonly<Record<RejectionCategory, readonly string[]>>
  readonly noSuchOrder: readonly string[]
  readonly keyRefused: readonly string[]
  readonly unchanged: readonly string[]
}

/** Throws when a code is in two lists, as it could then mean two things. */
export const createErrorDialect = ({ faultIn, refusals, noSuchOrder, keyRefused, unchanged }: Codes): ErrorDialect => {
  const byCode = Object.entries(refusals).flatMap(([category, codes]) =>
    codes.map((code) => [code, category as RejectionCategory] as const),
  )
  const all = [...byCode.map(([code]) => code), ...noSuchOrder, ...keyRefused, ...unchanged]
  for (const code of all) assert(all.indexOf(code) === all.lastIndexOf(code), `code ${code} is listed twice`)
  return {
    faultIn,
    refusals: new Map(byCode),
    noSuchOrder: new Set(noSuchOrder),
    keyRefused: new Set(keyRefused),
    unchanged: new Set(unchanged),
  }
}
