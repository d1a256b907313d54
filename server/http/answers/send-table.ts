import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ok, type Result } from '../../core/result.ts'
import type { ListRefusal } from '../../views/page.ts'
import { REVALIDATE } from '../security/headers.ts'
import { prefersCsv } from './csv.ts'
import { sendTagged } from './send-answer.ts'
import { type List, linkNext, sendList } from './send-list.ts'

/** What each line of a list has in the columns of its CSV, by the name of the column. */
export type Cells<Item> = Readonly<Record<string, (item: Item) => unknown>>

interface DatedList<Item> extends List<Item> {
  readonly source: { readonly status: string }
}

/** As `sendList`, for lists whose lines hold more than a row of CSV does. */
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

/** As `sendTable`; a caller who has the same lines already, with the same freshness, is answered with 304. */
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
