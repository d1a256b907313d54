/**
 * Parquet files of the stored market history, one per symbol, kind and period: encodes and decodes rows and their
 * description.
 */

import { closeSync, fstatSync, openSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type AsyncBuffer, type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { errorMessage } from '../../../core/errors.ts'
import type { TimeRange } from '../../../core/instant.ts'
import { releaseBuffers } from '../../../core/release-buffers.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { columnNames } from '../../../research/data/kinds.ts'
import { emptyRows, type Rows, withinRange } from '../../../research/data/rows.ts'
import { digestRows, type PeriodRecord, type StoredPeriod } from '../../../research/data/stored-period.ts'
import { readBytes, withFile } from '../disk.ts'

/** Encodes a period as a Parquet file with its record in the metadata. */
export const encodePeriod = ({ record, rows }: StoredPeriod): Buffer =>
  encodeRows(rows, { [METADATA_KEY]: JSON.stringify({ format: FORMAT, ...record }) })

/** Key of the description in the metadata of a file. */
const METADATA_KEY = 'plimsoll'

const FORMAT = 2

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

/**
 * Encodes rows as a Parquet file: `time` in UTC milliseconds, every other column a double. Trades are divided into row
 * groups, so that a minute can be read without the rest of its day.
 */
export const encodeRows = (rows: Rows, metadata: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes, LEVEL) },
      rowGroupSize: rows.kind === 'trades' ? TRADES_PER_GROUP : Math.max(1, rows.time.length),
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

const TRADES_PER_GROUP = 32_768

/** Reads the description of a stored period without its rows; throws a `HistoryError` for any other file. */
export const readRecord = (path: string): PeriodRecord => toRecord(path, readMetadata(path, readFooter(path)))

/** Size that exceeds the footer of an ordinary period. */
const FOOTER_BYTES = 64 * 1024

/** Number of bytes at the end of a file with the footer length and the format's magic number. */
const END_BYTES = 8

/** Reads the end of a file, which contains its metadata. */
const readFooter = (path: string): Buffer =>
  withFile(path, 'r', (fd) => {
    const { size } = fstatSync(fd)
    const end = readBytes(fd, Math.max(0, size - FOOTER_BYTES), FOOTER_BYTES)
    const needed = end.length < END_BYTES ? 0 : end.readUInt32LE(end.length - END_BYTES) + END_BYTES
    return needed <= end.length ? end : readBytes(fd, Math.max(0, size - needed), needed)
  })

/** Reads a stored period; throws a `HistoryError` when the rows do not match its digest. */
export const decodePeriod = async (path: string): Promise<StoredPeriod> => {
  const bytes = withFile(path, 'r', (fd) => readBytes(fd, 0, fstatSync(fd).size))
  const metadata = readMetadata(path, bytes)
  const record = toRecord(path, metadata)
  const rows: Rows = { kind: record.kind, ...(await readColumns(path, bytes.buffer, metadata)) }
  releaseBuffers([bytes.buffer])
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

/**
 * Reads the rows of a stored period within a range, and only the row groups that contain them. They are not compared
 * with the digest, which is that of all rows.
 */
export const decodeRange = async (path: string, { fromMs, toMs }: TimeRange): Promise<StoredPeriod> => {
  const metadata = readMetadata(path, readFooter(path))
  const record = toRecord(path, metadata)
  const groups = metadata.row_groups.map(({ columns, num_rows: count }) => ({
    count: Number(count),
    first: Number(columns[0]?.meta_data?.statistics?.min_value ?? Number.NEGATIVE_INFINITY),
    last: Number(columns[0]?.meta_data?.statistics?.max_value ?? Number.POSITIVE_INFINITY),
  }))
  const isRead = ({ first, last }: { readonly first: number; readonly last: number }): boolean =>
    last >= fromMs && first < toMs
  const [begin, end] = [groups.findIndex(isRead), groups.findLastIndex(isRead) + 1]
  if (begin < 0) return { record, rows: emptyRows(record.kind) }
  const countRows = (until: number): number => groups.slice(0, until).reduce((sum, { count }) => sum + count, 0)
  const fd = openSync(path, 'r')
  try {
    const file = {
      byteLength: fstatSync(fd).size,
      slice: (from: number, to?: number) => new Uint8Array(readBytes(fd, from, (to ?? 0) - from)).buffer,
    }
    const rowRange = { rowStart: countRows(begin), rowEnd: countRows(end) }
    const rows = { kind: record.kind, ...(await readColumns(path, file, metadata, rowRange)) }
    return { record, rows: withinRange(rows, { fromMs, toMs }) }
  } finally {
    closeSync(fd)
  }
}

/** Reads the columns of a Parquet file as doubles, times in milliseconds. */
const readColumns = async (
  path: string,
  file: ArrayBuffer | AsyncBuffer,
  metadata: FileMetaData,
  { rowStart: begin, rowEnd: end } = { rowStart: 0, rowEnd: Number(metadata.num_rows) },
): Promise<Pick<Rows, 'time' | 'columns'>> => {
  const length = end - begin
  const columns: Record<string, Float64Array> = {}
  const decoded: ArrayBufferLike[] = []
  const decompress = (page: Uint8Array, bytes: number): Uint8Array => {
    const decompressed = zstdDecompressSync(page, { chunkSize: Math.max(UNPOOLED, bytes + 1) })
    decoded.push(decompressed.buffer)
    return decompressed
  }
  try {
    await parquetRead({
      file,
      metadata: withPlainTimes(metadata),
      rowStart: begin,
      rowEnd: end,
      compressors: { ZSTD: decompress },
      onChunk({ columnName, columnData, rowStart }) {
        const column = columns[columnName] ?? new Float64Array(length)
        columns[columnName] = column
        const at = rowStart - begin
        if (columnData instanceof Float64Array) column.set(columnData, at)
        else if (columnData instanceof BigInt64Array) copyIntegers(columnData, column.subarray(at))
        else throw new Error(`column ${columnName} is neither a time nor a double`)
        decoded.push(columnData.buffer)
      },
    })
  } catch (error) {
    throw damaged(path, errorMessage(error))
  }
  releaseBuffers(decoded)
  const { time = new Float64Array(length), ...others } = columns
  return { time, columns: others }
}

/** Describes times as mere integers, so that they are decoded into a typed array and not one by one. */
const withPlainTimes = ({ schema, ...metadata }: FileMetaData): FileMetaData => ({
  ...metadata,
  schema: schema.map(({ converted_type, logical_type, ...element }) => element),
})

/** Copies integers within 53 bits from their halves: a bigint for each of them takes many times as long. */
const copyIntegers = ({ buffer, byteOffset, length }: BigInt64Array, to: Float64Array): void => {
  const halves = new Int32Array(buffer, byteOffset, 2 * length)
  for (let row = 0; row < length; row++) to[row] = (halves[2 * row + 1] ?? 0) * 2 ** 32 + ((halves[2 * row] ?? 0) >>> 0)
}

/** Size from which a buffer shares its memory with no other; one byte more than the output, it is not extended. */
const UNPOOLED = Buffer.poolSize
