/**
 * Adapter for orders and the account at OKX v5: cancels, and queries of orders, executions, funding, wallet and
 * positions.
 */

import type { Exchange } from 'ccxt'
import { DAY_MS, HOUR_MS, type TimeRange } from '../../../../../core/instant.ts'
import type { TriggerBy } from '../../../../../domain/order/order.ts'
import type { NamedOrder, OrderDialect, RawOrder } from '../../execution/order-dialect.ts'
import { explicitZero, toFields, toRows } from '../../fields.ts'
import { okxAccount } from './account.ts'
import { readAlgo, readFill, readPayment, readPosition, readRegular } from './parse.ts'
import { okxStream } from './private-stream.ts'

/**
 * Orders of OKX v5, where they differ from other exchanges. Quantities are contracts. Conditional orders have their own
 * list and IDs, and become another order when triggered. Stops attached to an entry are not used: they need not be
 * reduce-only, nor end with the position. External trailing, iceberg and TWAP orders are not read.
 */
export const okxOrders: OrderDialect = {
  lists: ['regular', 'conditional'],
  attachesStops: false,
  windowDays: 6,
  executionsBySymbol: false,
  ordersBySymbolUpTo: 0,
  extras: ({ terms, venueClientId }) => ({
    tdMode: 'cross',
    ...(terms.trigger && {
      algoClOrdId: venueClientId,
      [terms.type === 'STOP_MARKET' ? 'slTriggerPxType' : 'tpTriggerPxType']: TRIGGER_WORDS[terms.trigger.by],
    }),
  }),
  readPlaced: (info, list) => (list === 'conditional' ? readReceipt(info, 'algo') : readReceipt(info, 'order')),
  async cancel(rest, order) {
    const answer =
      order.list === 'conditional'
        ? await rest.privatePostTradeCancelAlgos([algoQuery(order)])
        : await rest.privatePostTradeCancelOrder(regularQuery(order))
    throwRefusal(answer)
    return undefined
  },
  async openOrders(rest, _listings, list) {
    if (list === 'regular')
      return (await pages(rest.privateGetTradeOrdersPending.bind(rest), SWAPS, 'ordId')).map(readRegular)
    const rows: unknown[] = []
    for (const ordType of ALGO_TYPES) {
      rows.push(...(await pages(rest.privateGetTradeOrdersAlgoPending.bind(rest), { ...SWAPS, ordType }, 'algoId')))
    }
    return rows.map(readAlgo)
  },
  findOrder: (rest, order) => (order.list === 'conditional' ? findAlgo(rest, order) : findRegular(rest, order)),
  async orderExecutions(rest, { native }, orderId) {
    const query = { instId: native, ordId: orderId }
    const fresh = await fillsIn(rest, query, true)
    return fresh.length > 0 ? fresh : fillsIn(rest, query, false)
  },
  executions(rest, listing, range) {
    const query = { ...(listing && { instId: listing.native }), begin: range.fromMs, end: range.toMs - 1 }
    return fillsIn(rest, query, isRecent(rest, range, FILLS_MS))
  },
  async funding(rest, _listings, range) {
    const endpoint = isRecent(rest, range, BILLS_MS) ? rest.privateGetAccountBills : rest.privateGetAccountBillsArchive
    const query = { ...SWAPS, type: '8', begin: range.fromMs, end: range.toMs - 1 }
    return (await pages(endpoint.bind(rest), query, 'billId')).map(readPayment)
  },
  /**
   * The account is always listed; a coin it never held is missing, and counts as zero only if the account value is
   * zero.
   */
  async wallet(rest) {
    const [account] = readData(await rest.privateGetAccountBalance({ ccy: 'USDT' }))
    const usdt = toRows(toFields(account).details)
      .map(toFields)
      .find(({ ccy }) => ccy === 'USDT')
    return usdt ? usdt.cashBal : explicitZero(toFields(account).totalEq)
  },
  /** Flat positions are omitted, so an empty list is a valid response. */
  positions: async (rest) => readData(await rest.privateGetAccountPositions(SWAPS)).map(readPosition),
  stream: okxStream,
  account: okxAccount,
}

const SWAPS = { instType: 'SWAP' }

/** Types of conditional orders; each is queried separately, except for these two. */
const ALGO_TYPES = ['conditional,oco', 'trigger']

const TRIGGER_WORDS: Readonly<Record<TriggerBy, string>> = { MARK: 'mark', LAST: 'last', INDEX: 'index' }

/** Period covered by the fast lists; beyond it the slower ones are used. */
const FILLS_MS = 3 * DAY_MS
const BILLS_MS = 7 * DAY_MS

const isRecent = (rest: Exchange, { fromMs }: TimeRange, reachMs: number): boolean =>
  fromMs > rest.nonce() - reachMs + HOUR_MS

const readData = (answer: unknown): readonly unknown[] => toRows(toFields(answer).data)

/** Reads the receipt for a placed order: {"ordId":"312269865356374016","clOrdId":"oktswap6","sCode":"0","sMsg":""} */
const readReceipt = (info: unknown, kind: 'order' | 'algo'): RawOrder => {
  const { ordId, clOrdId, algoId, algoClOrdId } = toFields(info)
  return kind === 'order'
    ? { ...readRegular({ ordId, clOrdId }), filled: undefined }
    : { ...readAlgo({ algoId, algoClOrdId }), filled: undefined }
}

const regularQuery = ({ listing, name }: NamedOrder) => ({
  instId: listing.native,
  ...(name.by === 'us' ? { clOrdId: name.id } : { ordId: name.id }),
})

const algoQuery = ({ listing, name }: NamedOrder) => ({
  instId: listing.native,
  ...(name.by === 'us' ? { algoClOrdId: name.id } : { algoId: name.id }),
})

/**
 * Throws when the order was refused: a request may succeed while its order does not, and the library checks only the
 * request.
 */
const throwRefusal = (answer: unknown): void => {
  const { sCode } = toFields(readData(answer)[0])
  if (sCode !== '0') throw new Error('the exchange did not execute the request')
}

const findRegular = async (rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined> => {
  const [row] = readData(await rest.privateGetTradeOrder(regularQuery(order)))
  return row === undefined ? undefined : readRegular(row)
}

/** Returns a conditional order; once triggered, with the outcome of the order it has become. */
const findAlgo = async (rest: Exchange, order: NamedOrder): Promise<RawOrder | undefined> => {
  const { instId: _instId, ...named } = algoQuery(order)
  const [row] = readData(await rest.privateGetTradeOrderAlgo(named))
  if (row === undefined) return undefined
  const algo = readAlgo(row)
  if (typeof algo.becameId !== 'string') return algo
  const became = await findRegular(rest, { ...order, list: 'regular', name: { by: 'exchange', id: algo.becameId } })
  if (!became) return algo
  const { status, filled, atMs, reason } = became
  return { ...algo, status, filled, atMs, reason }
}

const fillsIn = async (rest: Exchange, query: Query, recent: boolean) => {
  const endpoint = recent ? rest.privateGetTradeFills : rest.privateGetTradeFillsHistory
  return (await pages(endpoint.bind(rest), { ...SWAPS, ...query }, 'billId')).map(readFill)
}

type Query = Readonly<Record<string, unknown>>

const PAGE = 100
/** Maximum number of pages, more than any account has. */
const PAGES_MAX = 500

/** Returns the rows of all pages, newest first; each page starts after the last ID of the previous one. */
const pages = async (fetchPage: (query: Query) => Promise<unknown>, query: Query, id: string): Promise<unknown[]> => {
  const rows: unknown[] = []
  for (let after: unknown, page = 0; page < PAGES_MAX; page++) {
    const read = readData(await fetchPage({ ...query, limit: PAGE, ...(after !== undefined && { after }) }))
    rows.push(...read)
    if (read.length < PAGE) return rows
    after = toFields(read.at(-1))[id]
  }
  throw new Error('the exchange did not return a last page')
}
