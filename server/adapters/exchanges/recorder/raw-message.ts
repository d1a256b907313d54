import type { DepthNumbers } from './book-watch.ts'

/** A message in one line; in JSON a line break is a blank between two members and nothing else. */
export const oneLine = (text: string): string => (text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ').trim() : text)

/** A snapshot as a combined stream would tell it, so that it says whose it is. The answer itself stays as it came. */
export const snapshotLine = (symbol: string, body: string): string =>
  `{"stream":"${symbol.toLowerCase()}@snapshot","data":${oneLine(body)}}`

const DEPTH_STREAM = /^\s*\{\s*"stream"\s*:\s*"([a-z0-9]+)@depth/

/** Whose book a message changes, and by which numbers; undefined for any other message. */
export const changeIn = (text: string): (DepthNumbers & { readonly symbol: string }) | undefined => {
  const [, stream] = DEPTH_STREAM.exec(text) ?? []
  const data = stream === undefined ? undefined : readJson(text)?.data
  if (stream === undefined || !isRecord(data)) return undefined
  const { U, u, pu } = data
  return isCount(U) && isCount(u) && isCount(pu) ? { symbol: stream.toUpperCase(), U, u, pu } : undefined
}

/** The number of the last change a snapshot contains; undefined when it is none, or of a book that nobody is in yet. */
export const snapshotIdIn = (body: string): number | undefined => {
  const { lastUpdateId: id, bids, asks } = readJson(body) ?? {}
  return isCount(id) && (hasRows(bids) || hasRows(asks)) ? id : undefined
}

const hasRows = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const readJson = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
