/** Pages and time spans of the Bybit lists. */

import { DAY_MS, type Instant } from '../../../server/core/instant.ts'
import { type Params, readText, readWhole } from './params.ts'
import { badParameter } from './refusal.ts'

/** Returns the rows after the cursor. Every page with rows has a next cursor, so the last page is empty. */
export const paginate = <T>(rows: readonly Row<T>[], params: Params, limit: number): Page<T> => {
  const last =
    decodeCursor(readText(params, 'cursor') ?? '')
      .split(',')
      .at(-1) ?? ''
  const begin = last === '' ? 0 : rows.findIndex((row) => toCursorMark(row) === last) + 1
  const pageRows = last !== '' && begin === 0 ? [] : rows.slice(begin, begin + limit)
  const [first, end] = [pageRows[0], pageRows.at(-1)]
  return {
    rows: pageRows.map(({ value }) => value),
    nextPageCursor: first && end ? encodeURIComponent(`${toCursorMark(first)},${toCursorMark(end)}`) : '',
  }
}

/** Page of a list, and the cursor of the next one. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly nextPageCursor: string
}

/** Row of a list; its name and time form the cursor. */
export interface Row<T> {
  readonly name: string
  readonly atMs: Instant
  readonly value: T
}

const toCursorMark = ({ name, atMs }: Row<unknown>): string => `${name}:${atMs}`

const decodeCursor = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badParameter('params error: cursor invalid')
  }
}

/** Time span, both ends included. */
export interface Span {
  readonly fromMs: Instant
  readonly toMs: Instant
}

const LONGEST_MS = 7 * DAY_MS

/**
 * Returns the requested time span: of the default length from one end, or between both ends, up to the maximum length.
 */
export const readSpan = (params: Params, nowMs: Instant, usualMs: number): Span => {
  const [from, to] = [readWhole(params, 'startTime'), readWhole(params, 'endTime')]
  if (from !== undefined && to !== undefined) {
    if (from > to) throw badParameter('params error: startTime is greater than endTime')
    if (to - from > LONGEST_MS) throw badParameter('params error: the time range cannot exceed 7 days')
    return { fromMs: from, toMs: to }
  }
  if (from !== undefined) return { fromMs: from, toMs: from + usualMs }
  return { fromMs: (to ?? nowMs) - usualMs, toMs: to ?? Number.POSITIVE_INFINITY }
}

export const isWithin = ({ fromMs, toMs }: Span, atMs: Instant): boolean => atMs >= fromMs && atMs <= toMs
