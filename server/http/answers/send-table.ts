import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ok, type Result } from '../../core/result.ts'
import type { ListRefusal } from '../../views/page.ts'
import { REVALIDATE } from '../security/headers.ts'
import { prefersCsv } from './csv.ts'
import { sendTagged } from './send-answer.ts'
import { type List, linkNext, sendList } from './send-list.ts'

/** Value of each CSV column for an item of a list, by column name. */
export type Cells<Item> = Readonly<Record<string, (item: Item) => unknown>>

interface DatedList<Item> extends List<Item> {
  readonly source: { readonly status: string }
}

/** As `sendList`, for lists whose items hold more than a row of CSV. */
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

/** As `sendTable`; responds with 304 when the caller has the same items already, with the same freshness. */
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
