/** Filters of the server log in the URL, and its records as text. */

import type { components, paths } from '@plimsoll/client'

/** Record of the server log. */
export type LogRecord = components['schemas']['LogRecord']

/** Filters of the log. */
export type LogFilters = Pick<NonNullable<paths['/api/logs']['get']['parameters']['query']>, 'level' | 'q'>

/** Levels from which records can be listed, the least severe first. */
export const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const satisfies readonly LogRecord['level'][]

/** Returns the filters in a URL; ignores unknown levels. */
export const readLogFilters = (address: URLSearchParams): LogFilters => {
  const level = LEVELS.find((one) => one === address.get('level'))
  const q = address.get('q')?.trim()
  return { ...(level && { level }), ...(q && { q }) }
}

/** Returns the fields of a record as one line: `symbol=BTCUSDT open=3`. */
export const printLogFields = (fields: LogRecord['fields']): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

/** Returns records as text, oldest first, one line of JSON each. */
export const printLogRecords = (records: readonly LogRecord[]): string =>
  records
    .toReversed()
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')
