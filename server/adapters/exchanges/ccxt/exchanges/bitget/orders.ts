/**
 * Adapter for orders and the account at Bitget: cancels, and queries of orders, executions, funding, wallet and
 * positions.
 */

import type { Exchange } from 'ccxt'
import type { NamedOrder, OrderDialect, RawOrder } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'
import { bitgetAccount, FUTURES, IN_USDT } from './account.ts'
import { isOurs, readFill, readPayment, readPlan, readPosition, readRegular, walletIn } from './parse.ts'
import { bitgetStream } from './private-stream.ts'

/**
 * Orders of Bitget (classic account), where they differ from other exchanges. Conditional orders have their own list
 * and IDs, and become another order, possibly under a different name, when triggered. Stops attached to an entry are
 * not used, because their trigger price type cannot be chosen. Stops are for a quantity, not for the whole position, of
 * which there can be only one. Trailing orders placed by others are not read.
 */
export const bitgetOrders: OrderDialect = {
  lists: ['regular', 'conditional'],
  attachesStops: false,
  windowDays: 6,
  executionsBySymbol: false,
  ordersBySymbolUpTo: 0,
  extras: ({ terms }) =>
    terms.trigger
      ? {
          planType: terms.type === 'STOP_MARKET' ? 'loss_plan' : 'profit_plan',
          triggerType: terms.trigger.by === 'MARK' ? 'mark_price' : 'fill_price',
        }
      : {},
  readPlaced(info, list) {
    const { orderId, clientOid } = toFields(info)
    const receipt = list === 'conditional' ? readPlan({ orderId, clientOid }) : readRegular({ orderId, clientOid })
    return { ...receipt, filled: undefined, reduceOnly: undefined, reason: null }
  },
  async cancel(rest, order) {
    if (order.list === 'regular') {
      await rest.privateMixPostV2MixOrderCancelOrder({ ...IN_USDT, ...namedQuery(order) })
      return undefined
    }
    const { symbol, ...id } = namedQuery(order)
    const answer = await rest.privateMixPostV2MixOrderCancelPlanOrder({ ...IN_USDT, symbol, orderIdList: [id] })
    const { successList } = toFields(toFields(answer).data)
    if (toRows(successList).length !== 1) throw new Error('the exchange did not execute the request')
    return undefined
  },
  async openOrders(rest, _listings, list) {
    if (list === 'regular') {
      const fetchPage = rest.privateMixGetV2MixOrderOrdersPending.bind(rest)
      return (await pages(fetchPage, FUTURES, 'entrustedList')).map(readRegular)
    }
    const rows: unknown[] = []
    for (const planType of PLAN_TYPES) {
      const fetchPage = rest.privateMixGetV2MixOrderOrdersPlanPending.bind(rest)
      rows.push(...(await pages(fetchPage, { ...FUTURES, planType }, 'entrustedList')))
    }
    return rows.map(readPlan)
  },
  findOrder: (rest, order) => (order.list === 'conditional' ? findPlan(rest, order) : findNamed(rest, order)),
  orderExecutions: async (rest, { native }, orderId) =>
    (await pages(fillsEndpoint(rest), { ...FUTURES, symbol: native, orderId }, 'fillList')).map(readFill),
  async executions(rest, listing, { fromMs, toMs }) {
    const query = { ...FUTURES, ...(listing && { symbol: listing.native }), startTime: fromMs, endTime: toMs - 1 }
    return (await pages(fillsEndpoint(rest), query, 'fillList')).map(readFill)
  },
  async funding(rest, _listings, { fromMs, toMs }) {
    const query = { ...FUTURES, businessType: 'contract_settle_fee', startTime: fromMs, endTime: toMs - 1 }
    return (await pages(rest.privateMixGetV2MixAccountBill.bind(rest), query, 'bills')).map(readPayment)
  },
  /** The USDT account is always listed, even with a balance of zero. */
  async wallet(rest) {
    const accounts = toRows(toFields(await rest.privateMixGetV2MixAccountAccounts(FUTURES)).data)
    const usdt = accounts.find((account) => toFields(account).marginCoin === 'USDT')
    return usdt && walletIn(usdt)
  },
  /** Flat positions are omitted, so an empty list is a valid response. */
  positions: async (rest) =>
    toRows(toFields(await rest.privateMixGetV2MixPositionAllPosition(IN_USDT)).data).map(readPosition),
  stream: bitgetStream,
  account: bitgetAccount,
}

/** Stops and targets of positions, and orders that wait for a price. */
const PLAN_TYPES = ['profit_loss', 'normal_plan']

type Query = Readonly<Record<string, unknown>>
type FetchPage = (query: Query) => Promise<unknown>

const fillsEndpoint = (rest: Exchange): FetchPage => rest.privateMixGetV2MixOrderFills.bind(rest)

const namedQuery = ({ listing, name }: NamedOrder): Query => ({
  symbol: listing.native,
  ...(name.by === 'us' ? { clientOid: name.id } : { orderId: name.id }),
})

/** Returns a regular order; if it originated from a conditional order, with that order's client ID. */
const findNamed = async (rest: Exchange, order: NamedOrder): Promise<RawOrder> => {
  const rawOrder = await findRegular(rest, order)
  if (order.name.by === 'us' || rawOrder.ownKind || isOurs(rawOrder.clientId)) return rawOrder
  const query = { ...FUTURES, symbol: order.listing.native, planType: 'profit_loss', limit: PAGE }
  const plans = rowsIn(await rest.privateMixGetV2MixOrderOrdersPlanHistory(query), 'entrustedList')
  const plan = plans.map(readPlan).find(({ becameId }) => becameId === rawOrder.id)
  return plan ? { ...rawOrder, clientId: plan.clientId } : rawOrder
}

const findRegular = async (rest: Exchange, order: NamedOrder): Promise<RawOrder> =>
  readRegular(toFields(await rest.privateMixGetV2MixOrderDetail({ ...FUTURES, ...namedQuery(order) })).data)

/** Returns a conditional order, open or ended; once triggered, with the outcome of the order it has become. */
const findPlan = async (rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined> => {
  const query = { ...FUTURES, ...namedQuery(order), planType: 'profit_loss' }
  const open = rowsIn(await rest.privateMixGetV2MixOrderOrdersPlanPending(query), 'entrustedList')
  const [row] =
    open.length > 0 ? open : rowsIn(await rest.privateMixGetV2MixOrderOrdersPlanHistory(query), 'entrustedList')
  if (row === undefined) return undefined
  const plan = readPlan(row)
  if (typeof plan.becameId !== 'string') return plan
  const became = await findRegular(rest, { ...order, name: { by: 'exchange', id: plan.becameId } })
  const { status, filled, atMs, reason } = became
  return { ...plan, status, filled, atMs, reason }
}

const PAGE = 100
/** Maximum number of pages, more than any account has. */
const PAGES_MAX = 500

/** Returns the rows of a response; the exchange sends an empty list as null. */
const rowsIn = (answer: unknown, name: string): readonly unknown[] => {
  const list = toFields(toFields(answer).data)[name]
  return list === null ? [] : toRows(list)
}

/** Returns the rows of all pages, newest first; each page starts where the previous one ended. */
const pages = async (fetchPage: FetchPage, query: Query, name: string): Promise<unknown[]> => {
  const rows: unknown[] = []
  for (let idLessThan: unknown, page = 0; page < PAGES_MAX; page++) {
    const answer = await fetchPage({ ...query, limit: PAGE, ...(idLessThan !== undefined && { idLessThan }) })
    const read = rowsIn(answer, name)
    rows.push(...read)
    if (read.length < PAGE) return rows
    idLessThan = toFields(toFields(answer).data).endId
  }
  throw new Error('the exchange did not return a last page')
}
