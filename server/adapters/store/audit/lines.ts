/** Reads a file of lines forwards, backwards or by binary search, with limited memory however long the file is. */

import type { FileHandle } from 'node:fs/promises'
import { readBytes } from '../disk.ts'

/** A line of a file: its bytes without the line end, and its position. */
export interface Line {
  readonly bytes: Buffer
  readonly start: number
  /** Offset after its line end. */
  readonly end: number
  /** False for the remainder of the file without a line end. */
  readonly finished: boolean
}

/** A part of a file, half-open. */
export interface Span {
  readonly from: number
  readonly to: number
}

const CHUNK_BYTES = 256 * 1024
/** Maximum length of a line; anything longer is read in parts, so that no file can exhaust the memory. */
const LINE_MAX_BYTES = 1024 * 1024
const END = 0x0a
const NO_BYTES: Buffer = Buffer.alloc(0)

/** Splits `bytes`, which start at `start`, into complete lines and the rest. */
const cutLines = (bytes: Buffer, start: number): { readonly lines: Line[]; readonly rest: Buffer } => {
  const lines: Line[] = []
  let from = 0
  for (let at = bytes.indexOf(END); at !== -1; at = bytes.indexOf(END, from)) {
    lines.push({ bytes: bytes.subarray(from, at), start: start + from, end: start + at + 1, finished: true })
    from = at + 1
  }
  return { lines, rest: bytes.subarray(from) }
}

/** Splits consecutive chunks into lines. */
const createCutter = (from: number) => {
  let rest: Buffer = NO_BYTES
  let start = from
  const unfinished = (): Line[] => {
    const line = { bytes: rest, start, end: start + rest.length, finished: false }
    return rest.length === 0 ? [] : [line]
  }
  return {
    take(chunk: Buffer): Line[] {
      const cut = cutLines(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), start)
      start += rest.length + chunk.length - cut.rest.length
      rest = cut.rest
      if (rest.length <= LINE_MAX_BYTES) return cut.lines
      const piece = unfinished()
      start += rest.length
      rest = NO_BYTES
      return [...cut.lines, ...piece]
    },
    unfinished,
  }
}

/** Yields the lines of a span in order, synchronously: for small spans only, because it blocks the thread. */
export function* linesNow(fd: number, { from, to }: Span): Generator<Line> {
  const cutter = createCutter(from)
  for (let position = from; position < to; ) {
    const chunk = readBytes(fd, position, Math.min(CHUNK_BYTES, to - position))
    if (chunk.length === 0) break
    position += chunk.length
    yield* cutter.take(chunk)
  }
  yield* cutter.unfinished()
}

/** Yields the lines of a span in order. */
export async function* lines(file: FileHandle, { from, to }: Span): AsyncGenerator<Line> {
  const cutter = createCutter(from)
  for (let position = from; position < to; ) {
    const chunk = await readLater(file, position, Math.min(CHUNK_BYTES, to - position))
    if (chunk.length === 0) break
    position += chunk.length
    yield* cutter.take(chunk)
  }
  yield* cutter.unfinished()
}

/** Yields complete lines from the end backwards, in blocks; `to` must be the end of a line. */
export async function* blocksBackwards(file: FileHandle, { from, to }: Span): AsyncGenerator<Line[]> {
  let tail = NO_BYTES
  for (let position = to; position > from; ) {
    const at = Math.max(from, position - CHUNK_BYTES)
    const bytes = Buffer.concat([await readLater(file, at, position - at), tail])
    position = at
    const begin = at === from ? 0 : bytes.indexOf(END) + 1
    tail = bytes.subarray(0, begin)
    if (begin === 0 && at !== from) {
      tail = bytes.length > LINE_MAX_BYTES ? NO_BYTES : bytes
      continue
    }
    yield cutLines(bytes.subarray(begin), at + begin).lines.reverse()
  }
}

const readLater = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}

/**
 * A search that yields the span it needs to read next; `searchNow` reads it synchronously, `searchLater`
 * asynchronously.
 */
export type Search<T> = Generator<Span, T, Buffer>

export const searchNow = <T>(fd: number, search: Search<T>): T => {
  let step = search.next()
  while (!step.done) step = search.next(readBytes(fd, step.value.from, step.value.to - step.value.from))
  return step.value
}

export const searchLater = async <T>(file: FileHandle, search: Search<T>): Promise<T> => {
  let step = search.next()
  while (!step.done) step = search.next(await readLater(file, step.value.from, step.value.to - step.value.from))
  return step.value
}

/** Finds the line that ends at `end`; undefined when none does. */
export function* lineEndingAt(end: number): Search<Line | undefined> {
  for (let length = 4096; ; length *= 4) {
    const from = Math.max(0, end - length)
    const bytes = yield { from, to: end }
    if (bytes.length !== end - from || bytes.at(-1) !== END) return undefined
    const begin = bytes.lastIndexOf(END, bytes.length - 2) + 1
    if (bytes.length > 1 && (begin > 0 || from === 0)) {
      return { bytes: bytes.subarray(begin, -1), start: from + begin, end, finished: true }
    }
    if (from === 0 || length > LINE_MAX_BYTES) return undefined
  }
}

/** Returns whether a line is at or after the searched position; undefined when the line has no valid content. */
export type IsPast = (line: Line) => boolean | undefined

/**
 * Finds the offset of the first matching line by binary search, in a span of complete lines whose matching ones come
 * last; `to` when there is none.
 */
export function* startOfFirst({ from, to }: Span, isPast: IsPast): Search<number> {
  let low = from
  let high = to
  while (high - low > CHUNK_BYTES) {
    const middle = low + Math.floor((high - low) / 2)
    const bytes = yield { from: middle, to: Math.min(high, middle + CHUNK_BYTES) }
    const begin = bytes.indexOf(END) + 1
    const probed = cutLines(bytes.subarray(begin), middle + begin).lines
    const known = begin === 0 ? undefined : probed.find((line) => isPast(line) !== undefined)
    if (known === undefined) high = middle
    else if (isPast(known)) high = known.start
    else low = known.end
  }
  const few = cutLines(yield { from: low, to: high }, low).lines
  return few.find((line) => isPast(line) === true)?.start ?? high
}
