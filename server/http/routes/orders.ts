import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { IdempotencyHeaders } from '../../../contract/request-headers.ts'
import {
  AmendRequest,
  DecidedOrder,
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
import type { AmendmentRequest, OrderRequest as ParsedOrder } from '../../engine/model/events.ts'
import { orderAnswer, refusalAnswer } from '../answers/command-answers.ts'
import { type Prepared, prepared, prepareProblem, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { parseList, parseRange, readSymbols } from '../input/list-query.ts'
import { bodyFaults, parseAmendment, parseOrder } from '../input/parse-order.ts'
import { NoBody, NoQuery, readJson } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'
import { instructedBy, venueSeed } from '../writes/instruction.ts'
import { instruct, place, WRITE_ACCESS, type WriteParts } from '../writes/trading-writes.ts'

/** Routes that place, preview, amend, cancel, get and list orders. */
export const orderRoutes =
  (parts: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJson(app, 'application/json')
    forbidStoring(app)
    await app.register(writeRoutes(parts))
    await app.register(previewRoutes(parts))
    await app.register(readRoutes(parts))
  }

const tags = ['Trading']
const READ_PROBLEMS = problemAnswers(400, 401, 404, 429, 503)
const PREVIEW_PROBLEMS = problemAnswers(400, 401, 404, 409, 413, 415, 422, 429, 503)
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

    app.patch(
      '/order/:orderId',
      {
        config: { ...WRITE_ACCESS, idempotent: true },
        schema: {
          tags,
          operationId: 'amendOrder',
          summary: 'Change price or quantity of an open order',
          description:
            'Cancels it and places what is left as a new order, which is returned; if the gates refuse that one, nothing changes. Returns 202 with the open order while its cancellation is not confirmed.',
          headers: IdempotencyHeaders,
          params: OrderParams,
          body: AmendRequest,
          response: { 201: DecidedOrder, 202: DecidedOrder, ...WRITE_PROBLEMS },
        },
      },
      async (request, reply) => sendPrepared(reply, await amendOrder(parts, request)),
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

const previewRoutes =
  ({ server, trading, desk }: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = readableBy(ANY_ROLE)
    const previewed = (request: ParsedOrder | AmendmentRequest): Prepared => {
      const preview = desk.preview(request)
      return preview.ok ? prepared(200, trading.preview(preview.value)) : refusalAnswer(server, preview.error)
    }

    app.post(
      '/order/preview',
      {
        config,
        schema: {
          tags,
          operationId: 'previewOrder',
          summary: 'Preview an order: gates, costs, margin and stop; nothing is placed',
          body: OrderRequest,
          response: { 200: OrderPreview, ...PREVIEW_PROBLEMS },
        },
      },
      (request, reply) => {
        const parsed = parseBody({ server, trading }, request.body)
        return sendPrepared(reply, parsed.ok ? previewed(parsed.value) : parsed.error)
      },
    )

    app.post(
      '/order/:orderId/preview',
      {
        config,
        schema: {
          tags,
          operationId: 'previewAmendment',
          summary: 'Preview a change of an open order; nothing is changed',
          params: OrderParams,
          body: AmendRequest,
          response: { 200: OrderPreview, ...PREVIEW_PROBLEMS },
        },
      },
      (request, reply) => {
        const parsed = parseChange({ server, trading }, request)
        return sendPrepared(reply, parsed.ok ? previewed(parsed.value) : parsed.error)
      },
    )
  }

const readRoutes =
  ({ server, trading }: WriteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = readableBy(ANY_ROLE)
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

type Amending = FastifyRequest<{ Params: OrderParams; Body: AmendRequest }>

const parseChange = (
  { server, trading }: Pick<WriteParts, 'server' | 'trading'>,
  { params, body }: Pick<Amending, 'params' | 'body'>,
): Result<AmendmentRequest & { readonly orderId: Id<'ord'> }, Prepared> => {
  const order = trading.order(params.orderId)
  const instrument = order && trading.findInstrument(order.symbol)
  if (!instrument) return err(refusalAnswer(server, { kind: 'orderNotFound' }))
  const change = parseAmendment(body, instrument)
  if (!change.ok) return err(prepareProblem(server, 'invalid-parameter', bodyFaults(change.error)))
  return ok({ orderId: toOrderId(params.orderId), change: change.value })
}

const amendOrder = async (parts: WriteParts, request: Amending): Promise<Prepared> => {
  const parsed = parseChange(parts, request)
  if (!parsed.ok) return parsed.error
  const { server, trading, ids } = parts
  const { orderId: replaces, change } = parsed.value
  const orderId = ids('ord')
  const names = { orderId, venueSeed: venueSeed(orderId, request.idempotencyKey?.parts) }
  const instruction = {
    kind: 'amendOrder',
    replaces,
    ...names,
    change,
    instructed: instructedBy(request, ids),
  } as const
  return instruct(parts, instruction, (outcome) => {
    const order = trading.decidedOrder(replaces)
    const isForgotten = outcome.kind === 'refused' && outcome.refusal.kind === 'orderNotFound'
    if (outcome.kind === 'refused' && !isForgotten) return refusalAnswer(server, outcome.refusal)
    const replacement = trading.placedOrder(names)
    if (replacement) return orderAnswer(server, replacement)
    if (order?.replacedBy && !isForgotten) return prepared(202, order)
    return refusalAnswer(server, { kind: 'notAmendable', detail: describeUnchanged(order) })
  })
}

/** Describes what became of an order that was not replaced. */
const describeUnchanged = (order: DecidedOrder | undefined): string => {
  if (order?.status === 'FILLED') return 'The order was filled before it could be changed.'
  if (order && isTerminal(order.status)) return 'The order has ended, and no other one was placed in its place.'
  return 'The exchange did not cancel the order: it is open with its previous terms.'
}

const toOrderId = (id: string): Id<'ord'> => `ord_${id.slice('ord_'.length)}`

const cancelOrder = (parts: WriteParts, request: FastifyRequest, id: string): Promise<Prepared> => {
  const orderId = toOrderId(id)
  const instruction = { kind: 'cancelOrder', orderId, instructed: instructedBy(request, parts.ids) } as const
  return instruct(parts, instruction, (outcome) => {
    const order = parts.trading.order(orderId)
    const ended = order !== undefined && isTerminal(order.status)
    if (outcome.kind === 'refused' && !ended) return refusalAnswer(parts.server, outcome.refusal)
    return order ? prepared(ended ? 200 : 202, order) : refusalAnswer(parts.server, { kind: 'orderNotFound' })
  })
}
