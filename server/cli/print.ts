/** Text output of commands: tables, fields, counts and sizes. */

import { printable } from '../core/printable.ts'

/** Returns `1 row` or `2 rows`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Prints columns as wide as their longest cell, two spaces apart, without trailing spaces. Cells are made printable.
 */
export const printTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows].map((cells) => cells.map(printable))
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const printLine = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return `${lines.map(printLine).join('\n')}\n`
}

const WIDTH = 13

/**
 * Formats one line per field with aligned values and escaped control characters; multiple values of a field are on
 * consecutive lines.
 */
export const printFields = (fields: readonly (readonly [string, string | readonly string[]])[]): string =>
  fields.flatMap(([name, values]) => [values].flat().map((value, i) => printField(i === 0 ? name : '', value))).join('')

const printField = (name: string, value: string): string => `${name.padEnd(WIDTH)}${printable(value)}\n`

/** Formats a size: `12.5 MiB`. */
export const formatMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
