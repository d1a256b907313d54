/** Sends lists as JSON or, on request, as CSV, with a link to the next page. */

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ok, type Result } from '../../core/result.ts'
import type { ListRefusal } from '../../views/page.ts'
import { REVALIDATE } from '../security/headers.ts'
import { prepared, sendPrepared, sendProblem } from './problems.ts'
import { sendTagged } from './send-answer.ts'

/** Sends a list as JSON; as CSV when the caller prefers it and the list has columns. */
export const sendList = <Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<List<Item>, ListRefusal>,
  columns: readonly (keyof Item & string)[] = [],
): void => {
  if (!result.ok) return sendRefusal(reply, result.error)
  const { items, nextCursor } = result.value
  linkNext(request, reply, nextCursor)
  if (columns.length > 0) reply.header('vary', 'accept')
  if (columns.length === 0 || !prefersCsv(request.headers.accept))
    return sendPrepared(reply, prepared(200, result.value))
  reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(toCsv(columns, items))
}

/** A page of a list, as needed to send it. */
export interface List<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Links to the next page, when there is one. */
const linkNext = (request: FastifyRequest, reply: FastifyReply, nextCursor: string | null): void => {
  if (nextCursor !== null) reply.header('link', `<${nextAddress(request, nextCursor)}>; rel="next"`)
}

/** Returns the address of the same list from the cursor on. */
const nextAddress = ({ url }: FastifyRequest, cursor: string): string => {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters}`
}

const sendRefusal = (reply: FastifyReply, refusal: ListRefusal): void => {
  if (refusal.kind === 'unknownSymbol') {
    return sendProblem(reply, 'unknown-symbol', { detail: `${refusal.symbol} is not traded here.` })
  }
  if (refusal.kind === 'notOneOf') {
    const { parameter, allowed } = refusal
    const detail = `must be one of ${allowed.join(', ')}`
    return sendProblem(reply, 'invalid-parameter', {
      detail: `query /${parameter} ${detail}.`,
      members: { errors: [{ in: 'query', pointer: `/${parameter}`, code: 'NOT_ONE_OF', detail }] },
    })
  }
  const detail = 'is not the `nextCursor` of this list with these filters'
  return sendProblem(reply, 'invalid-cursor', {
    detail: `query /cursor ${detail}.`,
    members: { errors: [{ in: 'query', pointer: '/cursor', code: 'WRONG_FORM', detail }] },
  })
}

/** Text that a spreadsheet would run as a formula, unless it is a number. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/** Formats rows as CSV (RFC 4180) with a header line; formulas are neutralized by an apostrophe. */
export const toCsv = <Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns whether an `Accept` header prefers CSV over JSON. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(parseRange)
  const maxWeight = (...types: readonly string[]): number =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight))
  return maxWeight('text/csv') > maxWeight('application/json', 'application/*', '*/*')
}

const parseRange = (range: string): { readonly type: string; readonly weight: number } => {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}

/** Value of each CSV column for an item of a list, by column name. */
export type Cells<Item> = Readonly<Record<string, (item: Item) => unknown>>

interface DatedList<Item> extends List<Item> {
  readonly source: { readonly status: string }
}

/** Sends a list like `sendList`, where the items contain more than a row of CSV. */
export const sendTable = <Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<List<Item>, ListRefusal>,
  cells: Cells<Item>,
): void => {
  reply.header('vary', 'accept')
  if (!result.ok || !prefersCsv(request.headers.accept)) return sendList(request, reply, result)
  const { items, nextCursor } = result.value
  sendList(request, reply, ok({ items: items.map((item) => toRow(cells, item)), nextCursor }), Object.keys(cells))
}

/**
 * Sends a list like `sendTable`; responds with 304 when the caller already has the same items with the same freshness.
 */
export const sendTaggedTable = <Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<DatedList<Item>, ListRefusal>,
  cells: Cells<Item>,
): void => {
  reply.header('vary', 'accept').header('cache-control', REVALIDATE)
  if (!result.ok || prefersCsv(request.headers.accept)) return sendTable(request, reply, result, cells)
  const { items, nextCursor, ...dated } = result.value
  const lines = JSON.stringify({ items, nextCursor })
  linkNext(request, reply, nextCursor)
  sendTagged(request, reply, {
    etag: computeTag(lines + dated.source.status),
    body: () => `${lines.slice(0, -1)},${JSON.stringify(dated).slice(1)}`,
  })
}

const toRow = <Item>(cells: Cells<Item>, item: Item): Record<string, unknown> =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell(item)]))

const computeTag = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
