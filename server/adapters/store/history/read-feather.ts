import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette'
import { decompress } from 'lz4js'
import { errorMessage } from '../../../core/errors.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { type TextTable, toTextTable } from './text-table.ts'

/**
 * Reads a Feather (Arrow IPC) file, plain or compressed with LZ4 or Zstandard; throws a `HistoryError` when it cannot
 * be read. Funding rates of freqtrade, which stores them as the open price of a candle, become the column `rate`.
 */
export const readFeather = (path: string): TextTable => {
  try {
    const table = tableFromIPC(new Uint8Array(readFileSync(path)), { useDate: true })
    const columns = table.names.map((name): [string, ArrayLike<unknown>] => [name, table.getChild(name).toArray()])
    return toTextTable(new Map(FREQTRADE_FUNDING.test(basename(path)) ? columns.map(renameRate) : columns))
  } catch (error) {
    throw new HistoryError('FILE_UNREADABLE', `${path} is not a readable Feather file: ${errorMessage(error)}.`)
  }
}

/** Names of freqtrade's files of funding rates, such as `BTC_USDT_USDT-8h-funding_rate.feather`. */
const FREQTRADE_FUNDING = /-funding_rate\.feather$/

const renameRate = ([name, values]: [string, ArrayLike<unknown>]): [string, ArrayLike<unknown>] => [
  name === 'open' ? 'rate' : name,
  values,
]

setCompressionCodec(CompressionType.LZ4_FRAME, { decode: decompress, encode: refuse })
setCompressionCodec(CompressionType.ZSTD, { decode: (bytes) => zstdDecompressSync(bytes), encode: refuse })

function refuse(): never {
  throw new Error('Feather files are only read')
}
