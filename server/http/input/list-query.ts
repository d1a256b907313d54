/** Parses query parameters of lists: the period, symbols and comma-separated filters. */

import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { SymbolFilter } from '../../views/page.ts'
import type { ProblemDetails } from '../answers/problems.ts'

/** Parses the query parameters `from` and `to`; the error names the invalid one. */
export const parseRange = ({ from, to }: RangeText): Result<Range, ProblemDetails> => {
  const fromMs = from === undefined ? undefined : parseInstant(from)
  const toMs = to === undefined ? undefined : parseInstant(to)
  if (Number.isNaN(fromMs)) return fault('/from', `${from} is not an instant`)
  if (Number.isNaN(toMs)) return fault('/to', `${to} is not an instant`)
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) {
    return fault('/to', `must be later than from, ${toRfc3339(fromMs)}`)
  }
  return ok({ fromMs, toMs })
}

interface RangeText {
  readonly from?: string
  readonly to?: string
}

interface Range {
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
}

/** 9999-12-31T23:59:59.999Z, the last instant that RFC 3339 can express. */
const INSTANT_MAX = 253_402_300_799_999

const parseInstant = (text: string): number => {
  const instant = /^\d+$/.test(text) ? Number(text) : isOnCalendar(text) ? Date.parse(text) : Number.NaN
  return instant <= INSTANT_MAX ? instant : Number.NaN
}

/** Checks the calendar, because the date parser would accept 30 February as 2 March. */
const isOnCalendar = (text: string): boolean => {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10)) && text.slice(11, 13) < '24'
}

const fault = (pointer: string, detail: string): Result<never, ProblemDetails> =>
  err({
    detail: `The query parameter ${pointer} ${detail}.`,
    members: { errors: [{ in: 'query', pointer, code: 'WRONG_FORM', detail }] },
  })

/** Returns the distinct values of a comma-separated list; null when none is given. */
export const parseList = <Value extends string>(text: string | undefined): readonly Value[] | null =>
  text === undefined ? null : ([...new Set(text.split(','))] as Value[])

/** Returns `symbol` and `symbols` together, distinct and sorted. */
export const readSymbols = ({
  symbol,
  symbols,
}: {
  readonly symbol?: string
  readonly symbols?: string
}): SymbolFilter => {
  const requested = [symbol ?? [], symbols?.split(',') ?? []].flat()
  return requested.length === 0 ? null : [...new Set(requested)].toSorted()
}
