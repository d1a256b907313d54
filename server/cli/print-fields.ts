import { printable } from '../core/printable.ts'

const WIDTH = 13

/**
 * Formats a line for each field, the values in one column, with control characters escaped; several values of one field
 * are on lines below each other.
 */
export const printFields = (fields: readonly (readonly [string, string | readonly string[]])[]): string =>
  fields.flatMap(([name, values]) => [values].flat().map((value, i) => printField(i === 0 ? name : '', value))).join('')

const printField = (name: string, value: string): string => `${name.padEnd(WIDTH)}${printable(value)}\n`
