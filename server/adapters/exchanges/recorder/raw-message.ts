/** Parsing of raw Binance messages for the recorder: order book changes, snapshots, and their form as one line. */

import { isRecord, parseRecord } from '../../../core/json.ts'
import type { DepthNumbers } from './book-watch.ts'

/** Returns a JSON message as one line; a line break in JSON is only whitespace between tokens. */
export const oneLine = (text: string): string => (text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ').trim() : text)

/** Returns a snapshot in the form of a combined stream, which adds its symbol. The response itself is unchanged. */
export const snapshotLine = (symbol: string, body: string): string =>
  `{"stream":"${symbol.toLowerCase()}@snapshot","data":${oneLine(body)}}`

const DEPTH_STREAM = /^\s*\{\s*"stream"\s*:\s*"([a-z0-9]+)@depth/

/** Returns the symbol and numbers of the order book change in a message; undefined for any other message. */
export const changeIn = (text: string): (DepthNumbers & { readonly symbol: string }) | undefined => {
  const [, stream] = DEPTH_STREAM.exec(text) ?? []
  const data = stream === undefined ? undefined : parseRecord(text)?.data
  if (stream === undefined || !isRecord(data)) return undefined
  const { U, u, pu } = data
  return isCount(U) && isCount(u) && isCount(pu) ? { symbol: stream.toUpperCase(), U, u, pu } : undefined
}

/**
 * Returns the number of the last change in a snapshot; undefined for any other string, and for an order book without
 * orders.
 */
export const snapshotIdIn = (body: string): number | undefined => {
  const { lastUpdateId: id, bids, asks } = parseRecord(body) ?? {}
  return isCount(id) && (hasRows(bids) || hasRows(asks)) ? id : undefined
}

const hasRows = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
