import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetRead } from 'hyparquet'
import { errorMessage } from '../../../core/errors.ts'
import { HistoryError } from '../../../research/data/history-error.ts'

/** Reads a Parquet file of any program; throws a `HistoryError` when it cannot be read. */
export const readParquet = async (path: string): Promise<TextTable> => {
  const columns = new Map<string, unknown[]>()
  try {
    await parquetRead({
      file: new Uint8Array(readFileSync(path)).buffer,
      compressors: {
        ZSTD: (page) => zstdDecompressSync(page),
        GZIP: (page) => gunzipSync(page),
        BROTLI: (page) => brotliDecompressSync(page),
      },
      onChunk({ columnName, columnData, rowStart }) {
        const column = columns.get(columnName) ?? []
        columns.set(columnName, column)
        for (let row = 0; row < columnData.length; row++) column[rowStart + row] = columnData[row]
      },
    })
  } catch (error) {
    throw new HistoryError('FILE_UNREADABLE', `${path} is not a readable Parquet file: ${errorMessage(error)}.`)
  }
  return { header: [...columns.keys()], rows: transpose([...columns.values()]) }
}

/** A table read from a file, every cell as text. */
export interface TextTable {
  readonly header: readonly string[]
  readonly rows: Iterable<readonly string[]>
}

function* transpose(columns: readonly (readonly unknown[])[]): Generator<readonly string[]> {
  const length = columns[0]?.length ?? 0
  for (let row = 0; row < length; row++) yield columns.map((column) => toText(column[row]))
}

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}
