import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MarketSourceError } from '../../../engine/model/ports.ts'

const GZIP_MAGIC = 0x1f8b

/**
 * Yields the lines of a text file, gzipped or plain by its content. Rejects with a `MarketSourceError` with a remedy.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let input: Readable | undefined
  try {
    input = openText(path, await isGzip(path))
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw new MarketSourceError(describeFault(path, error))
  } finally {
    input?.destroy()
  }
}

/** Opens a text file. An error after the reader has gone is ignored; without a listener it would end the process. */
const openText = (path: string, zipped: boolean): Readable => {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const text = zipped ? pipeline(file, createGunzip({ chunkSize: 1 << 18 }), () => {}) : file
  return text.on('error', () => {})
}

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    if (bytesRead === 0) throw new MarketSourceError(`${path} is empty. Give a recording with --replay FILE.`)
    return bytesRead === 2 && buffer.readUInt16BE() === GZIP_MAGIC
  } finally {
    await file.close()
  }
}

const describeFault = (path: string, error: unknown): string => {
  if (error instanceof MarketSourceError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
      return `There is no file ${path}. Give the path of a recording with --replay FILE.`
    case 'EACCES':
      return `${path} may not be read by this user. Change its permissions or give another file.`
    case 'EISDIR':
      return `${path} is a folder. Give the recording itself with --replay FILE.`
    case 'Z_BUF_ERROR':
      return `${path} is cut off: its gzip stream ends too early. Copy or record the file again.`
    case 'Z_DATA_ERROR':
      return `${path} is damaged: its gzip stream does not decode. Copy or record the file again.`
    default:
      return `${path} cannot be read (${message}). Give another recording with --replay FILE.`
  }
}
