import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Result } from '../../core/result.ts'
import type { ListRefusal } from '../../views/page.ts'
import { prefersCsv, toCsv } from './csv.ts'
import { prepared, sendPrepared } from './prepared.ts'
import { sendProblem } from './problems.ts'

/** A page of a list, as needed to send it. */
export interface List<Item> {
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
  linkNext(request, reply, nextCursor)
  if (columns.length > 0) reply.header('vary', 'accept')
  if (columns.length === 0 || !prefersCsv(request.headers.accept))
    return sendPrepared(reply, prepared(200, result.value))
  reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(toCsv(columns, items))
}

/** Links to the next page, when there is one. */
export const linkNext = (request: FastifyRequest, reply: FastifyReply, nextCursor: string | null): void => {
  if (nextCursor !== null) reply.header('link', `<${nextAddress(request, nextCursor)}>; rel="next"`)
}

/** The same list from the cursor on. */
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
