import { printable } from '../core/printable.ts'

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
