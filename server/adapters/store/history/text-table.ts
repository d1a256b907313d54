/** Tables of strings, the common form of imported history files. */

/** A table read from a file, every cell as a string. */
export interface TextTable {
  readonly header: readonly string[]
  readonly rows: Iterable<readonly string[]>
}

/** Builds a table from named columns of equal length. */
export const toTextTable = (columns: ReadonlyMap<string, ArrayLike<unknown>>): TextTable => ({
  header: [...columns.keys()],
  rows: transpose([...columns.values()]),
})

function* transpose(columns: readonly ArrayLike<unknown>[]): Generator<readonly string[]> {
  const length = columns[0]?.length ?? 0
  for (let row = 0; row < length; row++) yield columns.map((column) => toText(column[row]))
}

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}
