import type { SQLInputValue } from 'node:sqlite'
import type { Page } from '../../../engine/model/ports.ts'
import type { Prepared } from './statements.ts'

/**
 * Reads one page of a list, as stored JSON bodies. A page starts where the previous one ended, by instant and ID, so
 * rows inserted in the meantime cause no shifts or repetitions.
 */
export const readPage = (
  prepared: Prepared,
  { table, at, id, body = 'body' }: Listed,
  page: Page,
  conditions: readonly Condition[],
): unknown[] => {
  const filters = [...conditions, ...where(`${at} >= ?`, page.fromMs), ...where(`${at} < ?`, page.toMs)]
  const texts = filters.map(({ sql }) => sql)
  const values = filters.flatMap(({ value }) => (value === undefined ? [] : [value]))
  if (page.before) {
    texts.push(`(${at}, ${id}) < (?, ?)`)
    values.push(page.before.atMs, page.before.id)
  }
  const condition = texts.length > 0 ? `WHERE ${texts.join(' AND ')}` : ''
  const select = prepared(`SELECT ${body} AS body FROM ${table} ${condition} ORDER BY ${at} DESC, ${id} DESC LIMIT ?`)
  return select.all(...values, page.limit).map((row) => row.body)
}

/** A table of JSON bodies read newest first, and its sort columns. */
interface Listed {
  readonly table: string
  readonly at: string
  readonly id: string
  /** SQL expression for the body, if it is not the column of that name. */
  readonly body?: string
}

/** A condition with one value or none. */
export interface Condition {
  readonly sql: string
  readonly value?: SQLInputValue
}

/** Returns a condition if a value is given. */
export const where = (sql: string, value: SQLInputValue): Condition[] => (value === null ? [] : [{ sql, value }])
