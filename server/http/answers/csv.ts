/** A text that a spreadsheet would run as a formula, and which is no number. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/** RFC 4180, with a header line; formulas are defused by an apostrophe. */
export const toCsv = <Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns whether an `Accept` header prefers CSV over JSON. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(parseRange)
  const maxWeight = (...types: readonly string[]): number =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight))
  return maxWeight('text/csv') > maxWeight('application/json', 'application/*', '*/*')
}

const parseRange = (range: string): { readonly type: string; readonly weight: number } => {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
