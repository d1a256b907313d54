/** Bybit routes of executions and of the transaction log of balance changes. */

import { DAY_MS } from '../../../server/core/instant.ts'
import type { WireFill, WireFunding } from '../../exchange/account/account-book.ts'
import type { BybitState } from '../bybit-state.ts'
import {
  type ExecutionParts,
  executionView,
  fundingView,
  type Movement,
  orderOfFill,
  transactionView,
} from '../view/execution-views.ts'
import { executionName, orderName } from '../view/figures.ts'
import { getLinkId } from '../view/order-views.ts'
import { listingFor } from './listing-for.ts'
import { isWithin, paginate, type Row, readSpan } from './pages.ts'
import { type Params, readLimit, readText } from './params.ts'
import { type BybitCall, type BybitRoute, listsLinear, readRoute } from './route.ts'

/** Routes of `execution/list` and `account/transaction-log`. */
export const executionRoutes = (state: BybitState): readonly BybitRoute[] => [
  readRoute(
    'execution/list',
    50,
    listsLinear((call) => listExecutions(state, call)),
  ),
  readRoute('account/transaction-log', 25, (call) => listTransactions(state, call)),
]

/** Inputs of the execution views. */
export const executionParts = ({ uid, book, exchange }: BybitState): ExecutionParts => ({
  uid,
  book,
  fees: exchange.fees,
})

const newestFirst = ({ book, uid }: BybitState): Row<Movement>[] =>
  [...book.fills.map((fill) => rowOfFill(uid, fill)), ...book.funding.map((paid) => rowOfFunding(uid, paid))]
    .reverse()
    .sort((a, b) => b.atMs - a.atMs)

const rowOfFill = (uid: string, fill: WireFill): Row<Movement> => {
  const atMs = fill.executedAtMs
  return { name: executionName(uid, fill.execId), atMs, value: { kind: 'fill', atMs, fill } }
}

const rowOfFunding = (uid: string, paid: WireFunding): Row<Movement> => {
  const atMs = paid.settledAtMs
  return { name: executionName(uid, paid.fundingId), atMs, value: { kind: 'funding', atMs, paid } }
}

const symbolIn = (movement: Movement): string =>
  movement.kind === 'fill' ? movement.fill.symbol : movement.paid.symbol

const EXECUTIONS_USUAL = 50
const EXECUTIONS_MAX = 100

const listExecutions = (state: BybitState, { params, atMs }: BybitCall) => {
  const named = readText(params, 'orderId') !== undefined || readText(params, 'orderLinkId') !== undefined
  const span = readSpan(params, atMs, 7 * DAY_MS)
  const matches = newestFirst(state).filter(({ value }) =>
    named ? isOfOrder(state, params, value) : isWithin(span, value.atMs) && isOfType(params, value),
  )
  const page = paginate(matches, params, readLimit(params, EXECUTIONS_USUAL, EXECUTIONS_MAX))
  return {
    category: 'linear',
    list: page.rows.map((movement) => toView(state, movement)),
    nextPageCursor: page.nextPageCursor,
  }
}

const toView = (state: BybitState, movement: Movement) => {
  const { instrument } = listingFor(state.board, symbolIn(movement)).entry
  const parts = executionParts(state)
  return movement.kind === 'fill'
    ? executionView(parts, instrument, movement.fill)
    : fundingView(parts, instrument, movement.paid)
}

const isOfOrder = ({ book, uid }: BybitState, params: Params, movement: Movement): boolean => {
  if (movement.kind !== 'fill') return false
  const order = orderOfFill(book, movement.fill)
  const orderId = readText(params, 'orderId')
  if (orderId === undefined) return order !== undefined && getLinkId(order) === readText(params, 'orderLinkId')
  return (order ? book.toWireId(order) : orderName(uid, movement.fill.exchangeOrderId)) === orderId
}

const EXEC_TYPES = { TRADE: 'Trade', LIQUIDATION: 'BustTrade', ADL: 'AdlTrade' } as const

const isOfType = (params: Params, movement: Movement): boolean => {
  const type = movement.kind === 'fill' ? EXEC_TYPES[movement.fill.kind] : 'Funding'
  const coin = readText(params, 'baseCoin')
  const requestedSymbol = readText(params, 'symbol') ?? (coin === undefined ? undefined : `${coin}USDT`)
  const symbol = symbolIn(movement)
  return (readText(params, 'execType') ?? type) === type && (requestedSymbol ?? symbol) === symbol
}

const TRANSACTIONS_USUAL = 20
const TRANSACTIONS_MAX = 50

const listTransactions = (state: BybitState, { params, atMs }: BybitCall) => {
  const span = readSpan(params, atMs, DAY_MS)
  const isNothing =
    (readText(params, 'category') ?? 'linear') !== 'linear' || (readText(params, 'currency') ?? 'USDT') !== 'USDT'
  const type = readText(params, 'type')
  const matches = newestFirst(state).filter(
    ({ value }) => !isNothing && isWithin(span, value.atMs) && (type === undefined || type === logType(value)),
  )
  const page = paginate(matches, params, readLimit(params, TRANSACTIONS_USUAL, TRANSACTIONS_MAX))
  const parts = executionParts(state)
  return {
    list: page.rows.map((movement) =>
      transactionView(parts, listingFor(state.board, symbolIn(movement)).entry.instrument, movement),
    ),
    nextPageCursor: page.nextPageCursor,
  }
}

const logType = (movement: Movement): string => (movement.kind === 'fill' ? movement.fill.kind : 'SETTLEMENT')
