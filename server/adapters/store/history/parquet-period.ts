/**
 * Parquet files of the stored market history, one per symbol, kind and period: encodes and decodes rows and their
 * description.
 */

import { fstatSync, readFileSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { errorMessage } from '../../../core/errors.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { columnNames } from '../../../research/data/kinds.ts'
import type { Rows } from '../../../research/data/rows.ts'
import { digestRows, type PeriodRecord, type StoredPeriod } from '../../../research/data/stored-period.ts'
import { readBytes, withFile } from '../disk.ts'

/** Encodes a period as a Parquet file with its record in the metadata. */
export const encodePeriod = ({ record, rows }: StoredPeriod): Buffer =>
  encodeRows(rows, { [METADATA_KEY]: JSON.stringify({ format: FORMAT, ...record }) })

/** Key of the description in the metadata of a file. */
const METADATA_KEY = 'plimsoll'

const FORMAT = 2

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

/** Encodes rows as a Parquet file: `time` in UTC milliseconds, every other column a double, one row group. */
export const encodeRows = (rows: Rows, metadata: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes, LEVEL) },
      rowGroupSize: Math.max(1, rows.time.length),
      createdBy: 'plimsoll',
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      columnData: [
        {
          name: 'time',
          data: BigInt64Array.from(rows.time, BigInt),
          type: 'TIMESTAMP',
          nullable: false,
          encoding: 'DELTA_BINARY_PACKED',
        },
        ...columnNames(rows.kind).map((name) => ({
          name,
          data: rows.columns[name] ?? new Float64Array(),
          type: 'DOUBLE' as const,
          nullable: false,
          encoding: 'BYTE_STREAM_SPLIT' as const,
        })),
      ],
    }),
  )

/** Reads the description of a stored period without its rows; throws a `HistoryError` for any other file. */
export const readRecord = (path: string): PeriodRecord => toRecord(path, readMetadata(path, readFooter(path)))

/** Size that exceeds the footer of an ordinary period. */
const FOOTER_BYTES = 64 * 1024

/** Number of bytes at the end of a file with the footer length and the format's magic number. */
const END_BYTES = 8

/** Reads the end of a file, which contains its metadata; reads the whole file if the metadata are longer than usual. */
const readFooter = (path: string): Buffer =>
  withFile(path, 'r', (fd) => {
    const { size } = fstatSync(fd)
    const end = readBytes(fd, Math.max(0, size - FOOTER_BYTES), FOOTER_BYTES)
    const isWhole = end.length < END_BYTES || end.readUInt32LE(end.length - END_BYTES) + END_BYTES <= end.length
    return isWhole ? end : readBytes(fd, 0, size)
  })

/** Reads a stored period; throws a `HistoryError` when the rows do not match its digest. */
export const decodePeriod = async (path: string): Promise<StoredPeriod> => {
  const bytes = readFileSync(path)
  const metadata = readMetadata(path, bytes)
  const record = toRecord(path, metadata)
  const rows: Rows = { kind: record.kind, ...(await readColumns(path, bytes, metadata)) }
  if (digestRows(record, rows) !== record.digest) throw damaged(path, 'its rows do not match its digest')
  return { record, rows }
}

const damaged = (path: string, why: string): HistoryError =>
  new HistoryError('HISTORY_DAMAGED', `${path} is damaged: ${why}.`, 'Delete it and download or import it again.')

const readMetadata = (path: string, bytes: Buffer): FileMetaData => {
  try {
    return parquetMetadata(bytes)
  } catch (error) {
    throw damaged(path, errorMessage(error))
  }
}

const toRecord = (path: string, metadata: FileMetaData): PeriodRecord => {
  const text = metadata.key_value_metadata?.find(({ key }) => key === METADATA_KEY)?.value
  if (text === undefined) throw damaged(path, 'it is not a file of this platform')
  const { format, ...record } = JSON.parse(text) as PeriodRecord & { readonly format: number }
  if (format !== FORMAT) throw damaged(path, `its format ${format} is not ${FORMAT}`)
  return record
}

/** Reads all columns of a Parquet file as doubles, times in milliseconds. */
const readColumns = async (
  path: string,
  bytes: Buffer,
  metadata: FileMetaData,
): Promise<Pick<Rows, 'time' | 'columns'>> => {
  const length = Number(metadata.num_rows)
  const columns: Record<string, Float64Array> = {}
  try {
    await parquetRead({
      file: new Uint8Array(bytes).buffer,
      metadata,
      compressors: { ZSTD: (page) => zstdDecompressSync(page) },
      parsers: { timestampFromMilliseconds: Number },
      onChunk({ columnName, columnData, rowStart }) {
        const column = columns[columnName] ?? new Float64Array(length)
        columns[columnName] = column
        if (columnData instanceof Float64Array) column.set(columnData, rowStart)
        else for (let row = 0; row < columnData.length; row++) column[rowStart + row] = Number(columnData[row])
      },
    })
  } catch (error) {
    throw damaged(path, errorMessage(error))
  }
  const { time = new Float64Array(length), ...others } = columns
  return { time, columns: others }
}
