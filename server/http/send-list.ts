import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../core/result.ts'
import type { ListRefusal } from '../views/page.ts'
import { csvOf, prefersCsv } from './csv.ts'
import { prepared, sendPrepared } from './prepared.ts'
import { sendProblem } from './problems.ts'

interface List<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Answers with a list, as JSON or, where the caller would rather have it and the list has columns, as CSV. */
export const sendList = <Item extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<List<Item>, ListRefusal>,
  columns: readonly (keyof Item & string)[] = [],
): void => {
  if (!result.ok) return sendRefusal(reply, result.error)
  const { items, nextCursor } = result.value
  if (nextCursor !== null) reply.header('link', `<${addressOf(request, nextCursor)}>; rel="next"`)
  if (columns.length > 0) reply.header('vary', 'accept')
  if (columns.length === 0 || !prefersCsv(request.headers.accept))
    return sendPrepared(reply, prepared(200, result.value))
  reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(csvOf(columns, items))
}

/** The same list from the cursor on. */
const addressOf = ({ url }: FastifyRequest, cursor: string): string => {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters}`
}

const sendRefusal = (reply: FastifyReply, refusal: ListRefusal): void => {
  if (refusal.kind === 'unknownSymbol') {
    return sendProblem(reply, 'unknown-symbol', { detail: `${refusal.symbol} is not traded here.` })
  }
  const detail = 'is not the `nextCursor` of this list with these filters'
  return sendProblem(reply, 'invalid-cursor', {
    detail: `query /cursor ${detail}.`,
    members: { errors: [{ in: 'query', pointer: '/cursor', code: 'WRONG_FORM', detail }] },
  })
}
