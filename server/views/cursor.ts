import { createHash } from 'node:crypto'
import { parseRecord } from '../core/json.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Page } from '../engine/model/ports.ts'

/** The last line of a page: the next one begins after it. */
export type Place = NonNullable<Page['before']>

export type CursorRefusal = { readonly kind: 'invalidCursor' }

const VERSION = 1
const LENGTH_MAX = 512
const BASE64URL = /^[A-Za-z0-9_-]+$/
const ID = /^[\x21-\x7e]{1,128}$/

/** A short name of a list and its filters: a cursor belongs to one of them. */
export const filterHash = (list: string, filter: object): string =>
  createHash('sha256')
    .update(`${list} ${JSON.stringify(filter)}`)
    .digest('base64url')
    .slice(0, 16)

export const printCursor = ({ atMs, id }: Place, filter: string): string =>
  Buffer.from(JSON.stringify({ v: VERSION, k: [atMs, id], f: filter })).toString('base64url')

/** Start of a page; refused unless it equals, byte for byte, the output of `printCursor` for the same filter. */
export const parseCursor = (text: string, filter: string): Result<Place, CursorRefusal> => {
  const place = text.length <= LENGTH_MAX && BASE64URL.test(text) ? parsePlace(text) : undefined
  return place && printCursor(place, filter) === text ? ok(place) : err({ kind: 'invalidCursor' })
}

const parsePlace = (text: string): Place | undefined => {
  const key = parseRecord(Buffer.from(text, 'base64url').toString())?.k
  if (!Array.isArray(key) || key.length !== 2) return undefined
  const [atMs, id] = key as unknown[]
  const isPlace = Number.isSafeInteger(atMs) && typeof id === 'string' && ID.test(id)
  return isPlace ? { atMs: atMs as number, id: id as string } : undefined
}
