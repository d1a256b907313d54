import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import {
  DecidedOrder,
  IdempotencyHeaders,
  Order,
  type Order as OrderBody,
  OrderParams,
  OrderPreview,
  OrderRequest,
  Orders,
  OrdersQuery,
} from '../../../contract/trading.ts'
import type { Id } from '../../core/id.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { OrderRequest as ParsedOrder } from '../../engine/model/events.ts'
import { refusalAnswer } from '../answers/command-answers.ts'
import { type Prepared, prepared, prepareProblem, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { parseList, parseRange, readSymbols } from '../input/list-query.ts'
import { bodyFaults, parseOrder } from '../input/parse-order.ts'
import { NoBody, NoQuery, readJson } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'
import { instructedBy, venueSeed } from '../writes/instruction.ts'
import { instruct, place, WRITE_ACCESS, type WriteParts } from '../writes/trading-writes.ts'

/** Routes that place, preview, cancel, get and list orders. */
export const orderRoutes =
  (parts: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, 'application/json')
    forbidStoring(app)
    await app.register(writeRoutes(parts))
    await app.register(readRoutes(parts))
  }

const tags = ['Trading']
const READ_PROBLEMS = problemAnswers(400, 401, 404, 429, 503)
const WRITE_PROBLEMS = problemAnswers(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)

/** CSV columns of a list of orders. */
const COLUMNS: readonly (keyof OrderBody)[] = [
  'orderId',
  'clientOrderId',
  'exchangeOrderId',
  'symbol',
  'side',
  'type',
  'timeInForce',
  'reduceOnly',
  'qty',
  'filledQty',
  'remainingQty',
  'price',
  'triggerPrice',
  'triggerBy',
  'avgFillPrice',
  'feesPaid',
  'status',
  'statusReason',
  'purpose',
  'origin',
  'executionMode',
  'positionId',
  'createdAt',
  'updatedAt',
]

const writeRoutes =
  (parts: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/order',
      {
        config: { ...WRITE_ACCESS, idempotent: true },
        schema: {
          tags,
          operationId: 'placeOrder',
          summary: 'Place an order',
          description:
            'Returns 202 when the outcome at the exchange is not known yet: query the order, never resubmit it.',
          headers: IdempotencyHeaders,
          body: OrderRequest,
          response: { 201: DecidedOrder, 202: DecidedOrder, ...WRITE_PROBLEMS },
        },
      },
      async (request, reply) => sendPrepared(reply, await placeOrder(parts, request)),
    )

    app.delete(
      '/order/:orderId',
      {
        config: WRITE_ACCESS,
        schema: {
          tags,
          operationId: 'cancelOrder',
          summary: 'Cancel an order',
          description:
            'Returns 202 while the exchange has not confirmed it. An order that has already ended is returned unchanged.',
          params: OrderParams,
          body: NoBody,
          response: { 200: Order, 202: Order, ...WRITE_PROBLEMS },
        },
      },
      async (request, reply) => sendPrepared(reply, await cancelOrder(parts, request, request.params.orderId)),
    )
  }

const readRoutes =
  ({ server, trading, desk }: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = readableBy(ANY_ROLE)
    app.post(
      '/order/preview',
      {
        config,
        schema: {
          tags,
          operationId: 'previewOrder',
          summary: 'Preview an order: gates, costs, margin and stop; nothing is placed',
          body: OrderRequest,
          response: { 200: OrderPreview, ...problemAnswers(400, 401, 404, 409, 413, 415, 422, 429, 503) },
        },
      },
      (request, reply) => {
        const parsed = parseBody({ server, trading }, request.body)
        if (!parsed.ok) return sendPrepared(reply, parsed.error)
        const preview = desk.preview(parsed.value)
        if (!preview.ok) return sendPrepared(reply, refusalAnswer(server, preview.error))
        return sendPrepared(reply, prepared(200, trading.preview(preview.value)))
      },
    )

    app.get(
      '/order/:orderId',
      {
        config,
        schema: {
          tags,
          operationId: 'getOrder',
          summary: 'Get an order with its gate evaluations',
          params: OrderParams,
          querystring: NoQuery,
          response: { 200: DecidedOrder, ...READ_PROBLEMS },
        },
      },
      (request, reply) => {
        const order = trading.decidedOrder(request.params.orderId)
        return sendPrepared(reply, order ? prepared(200, order) : refusalAnswer(server, { kind: 'orderNotFound' }))
      },
    )

    app.get(
      '/orders',
      {
        config,
        schema: {
          tags,
          operationId: 'listOrders',
          summary: 'List orders, newest first',
          produces: ['application/json', 'text/csv'],
          querystring: OrdersQuery,
          response: { 200: Orders, ...READ_PROBLEMS },
        },
      },
      (request, reply) => {
        const { status, open = null, clientOrderId = null, origin = null, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const filter = { symbols: readSymbols(request.query), statuses: parseList<OrderBody['status']>(status), open }
        const query = { ...filter, clientOrderId, origin, ...range.value, limit, cursor }
        return sendList(request, reply, trading.orders(query), COLUMNS)
      },
    )
  }

const parseBody = (
  { server, trading }: Pick<WriteParts, 'server' | 'trading'>,
  body: OrderRequest,
): Result<ParsedOrder, Prepared> => {
  const { symbol } = body
  const instrument = trading.findInstrument(symbol)
  if (!instrument) return err(refusalAnswer(server, { kind: 'unknownSymbol', symbol }))
  const parsed = parseOrder(body, instrument)
  return parsed.ok ? ok(parsed.value) : err(prepareProblem(server, 'invalid-parameter', bodyFaults(parsed.error)))
}

type Placing = FastifyRequest<{ Body: OrderRequest }>

const placeOrder = async (parts: WriteParts, request: Placing): Promise<Prepared> => {
  const parsed = parseBody(parts, request.body)
  if (!parsed.ok) return parsed.error
  const orderId = parts.ids('ord')
  return place(parts, {
    kind: 'placeOrder',
    orderId,
    venueSeed: venueSeed(orderId, request.idempotencyKey?.parts),
    request: parsed.value,
    instructed: instructedBy(request, parts.ids),
  })
}

const cancelOrder = (parts: WriteParts, request: FastifyRequest, id: string): Promise<Prepared> => {
  const orderId: Id<'ord'> = `ord_${id.slice('ord_'.length)}`
  const instruction = { kind: 'cancelOrder', orderId, instructed: instructedBy(request, parts.ids) } as const
  return instruct(parts, instruction, (outcome) => {
    const order = parts.trading.order(orderId)
    const ended = order !== undefined && isTerminal(order.status)
    if (outcome.kind === 'refused' && !ended) return refusalAnswer(parts.server, outcome.refusal)
    return order ? prepared(ended ? 200 : 202, order) : refusalAnswer(parts.server, { kind: 'orderNotFound' })
  })
}
