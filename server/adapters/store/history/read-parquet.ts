import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetRead } from 'hyparquet'
import { errorMessage } from '../../../core/errors.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { type TextTable, toTextTable } from './text-table.ts'

/** Reads a Parquet file of any program as a table of strings; throws a `HistoryError` when it cannot be read. */
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
  return toTextTable(columns)
}
