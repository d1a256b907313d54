/**
 * Adapter for orders and the account at Bybit v5: cancels, and queries of orders, executions, funding, wallet and
 * positions.
 */

import type { Exchange } from 'ccxt'
import type { TriggerBy } from '../../../../../domain/order/order.ts'
import type { NamedOrder, OrderDialect, RawOrder } from '../../execution/order-dialect.ts'
import { explicitZero, toFields, toRows } from '../../fields.ts'
import { bybitAccount } from './account.ts'
import { readExecution, readOrder, readPayment, readPosition } from './parse.ts'
import { bybitStream } from './private-stream.ts'

/**
 * Orders of Bybit v5 (unified account), where they differ from other exchanges. All orders are in one list and keep
 * their ID when triggered. Placing and cancelling return only the ID, before they have taken effect.
 */
export const bybitOrders: OrderDialect = {
  lists: ['regular'],
  attachesStops: true,
  windowDays: 6,
  executionsBySymbol: false,
  ordersBySymbolUpTo: 0,
  extras: ({ terms, stopLoss }) => ({
    ...(terms.trigger && { triggerBy: TRIGGER_WORDS[terms.trigger.by] }),
    ...(stopLoss && { slTriggerBy: TRIGGER_WORDS[stopLoss.by], tpslMode: 'Full' }),
  }),
  readPlaced: (info) => readOrder(info),
  async cancel(rest, order) {
    await rest.privatePostV5OrderCancel(namedQuery(order))
    return undefined
  },
  openOrders: async (rest) =>
    (await pages((page) => rest.privateGetV5OrderRealtime({ ...USDT, openOnly: 0, limit: 50, ...page }))).map(
      readOrder,
    ),
  async findOrder(rest, order) {
    const live = await readFirst(rest.privateGetV5OrderRealtime(namedQuery(order)))
    const match = live ?? (await readFirst(rest.privateGetV5OrderHistory(namedQuery(order))))
    if (!match) await refuseTraded(rest, order)
    return match
  },
  orderExecutions: async (rest, { native }, orderId) =>
    (await executionRows(rest, { symbol: native, orderId })).map(readExecution),
  executions: async (rest, listing, { fromMs, toMs }) =>
    (
      await executionRows(rest, { ...(listing && { symbol: listing.native }), startTime: fromMs, endTime: toMs - 1 })
    ).map(readExecution),
  funding: async (rest, _listings, { fromMs, toMs }) =>
    (
      await pages((page) =>
        rest.privateGetV5ExecutionList({
          category: 'linear',
          execType: 'Funding',
          startTime: fromMs,
          endTime: toMs - 1,
          limit: 100,
          ...page,
        }),
      )
    ).map(readPayment),
  /**
   * The account is always listed; a coin it never held may be missing, and counts as zero only if the account value is
   * zero.
   */
  async wallet(rest) {
    const answer = toFields(await rest.privateGetV5AccountWalletBalance({ accountType: 'UNIFIED', coin: 'USDT' }))
    const [account] = toRows(toFields(answer.result).list)
    const usdt = toRows(toFields(account).coin)
      .map(toFields)
      .find(({ coin }) => coin === 'USDT')
    return usdt ? usdt.walletBalance : explicitZero(toFields(account).totalEquity)
  },
  /** Queried by coin, flat positions are omitted, so an empty list is a valid response. */
  positions: async (rest) =>
    (await pages((page) => rest.privateGetV5PositionList({ ...USDT, limit: 200, ...page }))).map(readPosition),
  stream: bybitStream,
  account: bybitAccount,
}

const USDT = { category: 'linear', settleCoin: 'USDT' }

const TRIGGER_WORDS: Readonly<Record<TriggerBy, string>> = { MARK: 'MarkPrice', LAST: 'LastPrice', INDEX: 'IndexPrice' }

const namedQuery = ({ listing, name }: NamedOrder) => ({
  category: 'linear',
  symbol: listing.native,
  ...(name.by === 'us' ? { orderLinkId: name.id } : { orderId: name.id }),
})

const readFirst = async (answer: Promise<unknown>): Promise<RawOrder | undefined> => {
  const [first] = toRows(toFields(toFields(await answer).result).list)
  return first === undefined ? undefined : readOrder(first)
}

/**
 * Throws when an order not in either list has traded: the lists may lag behind the trades, so the order is not absent.
 */
const refuseTraded = async (rest: Exchange, order: NamedOrder): Promise<void> => {
  const executed = await executionRows(rest, namedQuery(order))
  if (executed.length > 0) throw new Error('it was executed, but is not in any list of orders yet')
}

/** Returns the rows of executions, without funding, which the exchange lists among them. */
const executionRows = async (rest: Exchange, query: Readonly<Record<string, unknown>>): Promise<unknown[]> => {
  const rows = await pages((page) =>
    rest.privateGetV5ExecutionList({ category: 'linear', limit: 100, ...query, ...page }),
  )
  return rows.filter((row) => toFields(row).execType !== 'Funding')
}

/** Maximum number of pages, more than any account has. */
const PAGES_MAX = 500

const pages = async (fetchPage: (page: { readonly cursor?: string }) => Promise<unknown>): Promise<unknown[]> => {
  const rows: unknown[] = []
  for (let cursor: unknown = '', page = 0; page < PAGES_MAX; page++) {
    const { list, nextPageCursor } = toFields(toFields(await fetchPage(toCursorQuery(cursor))).result)
    const read = toRows(list)
    rows.push(...read)
    cursor = nextPageCursor
    if (typeof cursor !== 'string' || cursor === '' || read.length === 0) return rows
  }
  throw new Error('the exchange did not return a last page')
}

/** Returns the cursor decoded: it arrives URL-encoded, and the library encodes it again. */
const toCursorQuery = (cursor: unknown): { readonly cursor?: string } =>
  typeof cursor === 'string' && cursor !== '' ? { cursor } : {}
