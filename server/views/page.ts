import type { Instant } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Page } from '../engine/model/ports.ts'
import { type CursorRefusal, filterHash, type Place, parseCursor, printCursor } from './cursor.ts'

/** A page request. */
export interface PageQuery {
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

/** Requested symbols; null for all. */
export type SymbolFilter = readonly string[] | null

export type ListRefusal =
  | CursorRefusal
  | { readonly kind: 'unknownSymbol'; readonly symbol: string }
  /** A parameter of the query names something there is not. */
  | { readonly kind: 'notOneOf'; readonly parameter: string; readonly allowed: readonly string[] }

export interface ListPage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** One kind of list: how its items are found, and the place of each. */
export interface Listing<T> {
  readonly name: string
  /** Everything that chooses lines but the page itself. */
  readonly filter: object
  /** At most `page.limit` lines, newest first. */
  readonly find: (page: Page) => readonly T[]
  readonly toPlace: (line: T) => Place
}

/** One page, and the way to the next; lines that come in between shift nothing. */
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

/** A page that is about to be read. */
export interface PageBegun {
  readonly page: Page
  /** The cursor of what comes after this place in the same list. */
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

/** The lines of several symbols as one list. */
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
