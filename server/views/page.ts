/** Pages of API lists: reads one page, and prints and verifies the cursor of the next. */

import { createHash } from 'node:crypto'
import type { Instant } from '../core/instant.ts'
import { parseRecord } from '../core/json.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Page } from '../engine/model/ports.ts'

/** Reads one page and the cursor of the next; items added in between cause no shift. */
export const readPage = <T>(
  { find, toPlace, ...list }: Listing<T>,
  query: PageQuery,
): Result<ListPage<T>, CursorRefusal> => {
  const begun = beginPage(list, query)
  if (!begun.ok) return begun
  const { page, cursorAt } = begun.value
  const lines = find({ ...page, limit: page.limit + 1 })
  const items = lines.slice(0, page.limit)
  const last = items.at(-1)
  return ok({ items, nextCursor: lines.length > page.limit && last !== undefined ? cursorAt(toPlace(last)) : null })
}

export type ListRefusal =
  | CursorRefusal
  | { readonly kind: 'unknownSymbol'; readonly symbol: string }
  /** A query parameter refers to something that does not exist. */
  | { readonly kind: 'notOneOf'; readonly parameter: string; readonly allowed: readonly string[] }

export interface ListPage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** A page request. */
export interface PageQuery {
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

/** Requested symbols; null for all. */
export type SymbolFilter = readonly string[] | null

/** A kind of list: how its items are found, and the place of each. */
export interface Listing<T> {
  readonly name: string
  /** All filters of the list except the page. */
  readonly filter: object
  /** Finds at most `page.limit` items, newest first. */
  readonly find: (page: Page) => readonly T[]
  readonly toPlace: (line: T) => Place
}

/** A page that is about to be read. */
export interface PageBegun {
  readonly page: Page
  /** Returns the cursor of the items after this place in the same list. */
  readonly cursorAt: (place: Place) => string
}

/** Returns the requested page, once its cursor is verified to belong to this list and its filter. */
export const beginPage = (
  { name, filter }: Pick<Listing<unknown>, 'name' | 'filter'>,
  query: PageQuery,
): Result<PageBegun, CursorRefusal> => {
  const { fromMs = null, toMs = null, limit, cursor } = query
  const hash = filterHash(name, { ...filter, fromMs, toMs })
  const before = cursor === undefined ? ok(null) : parseCursor(cursor, hash)
  if (!before.ok) return err(before.error)
  const page = { before: before.value, fromMs, toMs, limit }
  return ok({ page, cursorAt: (place) => printCursor(place, hash) })
}

/** Merges the items of several symbols into one list, newest first. */
export const acrossSymbols = <T>(
  symbols: SymbolFilter,
  { limit }: Pick<Page, 'limit'>,
  find: (symbol: string | null) => readonly T[],
  toPlace: (line: T) => Place,
): readonly T[] => {
  if (symbols === null) return find(null)
  const [only] = symbols
  if (symbols.length === 1 && only !== undefined) return find(only)
  return symbols
    .flatMap(find)
    .toSorted((a, b) => newestFirst(toPlace(a), toPlace(b)))
    .slice(0, limit)
}

export const newestFirst = (a: Place, b: Place): number => b.atMs - a.atMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Returns whether an item at this place belongs to the page. */
export const isOnPage = (place: Place, { before, fromMs, toMs }: Page): boolean =>
  (before === null || newestFirst(before, place) < 0) &&
  (fromMs === null || place.atMs >= fromMs) &&
  (toMs === null || place.atMs < toMs)

/** Place of the last item of a page, after which the next page starts. */
export type Place = NonNullable<Page['before']>

export type CursorRefusal = { readonly kind: 'invalidCursor' }

const VERSION = 1
const LENGTH_MAX = 512
const BASE64URL = /^[A-Za-z0-9_-]+$/
const ID = /^[\x21-\x7e]{1,128}$/

/** Returns a short hash of a list and its filters, to which a cursor is bound. */
export const filterHash = (list: string, filter: object): string =>
  createHash('sha256')
    .update(`${list} ${JSON.stringify(filter)}`)
    .digest('base64url')
    .slice(0, 16)

export const printCursor = ({ atMs, id }: Place, filter: string): string =>
  Buffer.from(JSON.stringify({ v: VERSION, k: [atMs, id], f: filter })).toString('base64url')

/** Parses a cursor; refused unless it equals, byte for byte, the output of `printCursor` for the same filter. */
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
