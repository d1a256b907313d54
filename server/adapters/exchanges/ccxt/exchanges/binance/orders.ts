/**
 * Adapter for orders and the account at Binance USDⓈ-M futures: cancels, and queries of orders, executions, funding,
 * wallet and positions.
 */

import type { Exchange } from 'ccxt'
import { assert } from '../../../../../core/assert.ts'
import { DAY_MS, type TimeRange } from '../../../../../core/instant.ts'
import type { NamedOrder, OrderDialect, RawFill, RawFunding, RawOrder } from '../../execution/order-dialect.ts'
import { toFields, toInstant, toRows } from '../../fields.ts'
import type { Listing } from '../../listing.ts'
import { binanceAccount } from './account.ts'
import { readAlgo, readIncome, readPosition, readRegular, readTrade } from './parse.ts'
import { binanceStream } from './private-stream.ts'

/** Days in one query: no list returns more than seven days. */
const WINDOW_DAYS = 6
/** Maximum number of symbols queried one by one, which is cheaper; a query without a symbol costs as much as forty. */
const FEW = 8

/**
 * Orders of Binance USDⓈ-M, where they differ from other exchanges. Conditional orders are managed by the Algo Service
 * under their own IDs, and become a market order with a different ID when triggered. A stop attached to an entry is
 * silently ignored.
 */
export const binanceOrders: OrderDialect = {
  lists: ['regular', 'conditional'],
  attachesStops: false,
  windowDays: WINDOW_DAYS,
  executionsBySymbol: true,
  ordersBySymbolUpTo: FEW,
  extras: ({ terms, recvWindowMs }) => ({
    recvWindow: recvWindowMs,
    ...(terms.trigger && { workingType: terms.trigger.by === 'MARK' ? 'MARK_PRICE' : 'CONTRACT_PRICE' }),
  }),
  readPlaced: (info, list) => (list === 'conditional' ? readAlgo(info) : readRegular(info)),
  async cancel(rest, order) {
    if (order.list === 'regular') return readRegular(await rest.fapiPrivateDeleteOrder(regularQuery(order)))
    await rest.fapiPrivateDeleteAlgoOrder(algoQuery(order))
    return undefined
  },
  openOrders: async (rest, listings, list) => (await openRows(rest, listings, list)).map(OPEN[list].read),
  findOrder: (rest, order) => (order.list === 'conditional' ? findAlgo(rest, order) : findRegular(rest, order)),
  orderExecutions,
  executions(rest, listing, range) {
    assert(listing !== undefined, 'Binance lists executions by symbol')
    return executionsWithin(rest, listing, range)
  },
  funding: paymentsWithin,
  /** USDT is always listed, even with a balance of zero. */
  async wallet(rest) {
    const usdt = toRows(await rest.fapiPrivateV3GetBalance())
      .map(toFields)
      .find(({ asset }) => asset === 'USDT')
    return usdt?.balance
  },
  async leverages(rest) {
    const configured = toRows(await rest.fapiPrivateGetSymbolConfig()).map(toFields)
    return new Map(configured.map(({ symbol, leverage }) => [symbol, leverage]))
  },
  /** Since v3 flat positions are omitted, so an empty list is a valid response. */
  positions: async (rest) => toRows(await rest.fapiPrivateV3GetPositionRisk()).map(readPosition),
  stream: binanceStream,
  account: binanceAccount,
}

const PAGE = 1_000

async function executionsWithin(
  rest: Exchange,
  { native }: Listing,
  { fromMs, toMs }: TimeRange,
): Promise<readonly RawFill[]> {
  const first = { symbol: native, startTime: fromMs, endTime: toMs - 1, limit: PAGE }
  const rows = [...toRows(await rest.fapiPrivateGetUserTrades(first))]
  for (let page = rows; page.length === PAGE && isBefore(page.at(-1), toMs); ) {
    const fromId = String(BigInt(String(toFields(page.at(-1)).id)) + 1n)
    page = [...toRows(await rest.fapiPrivateGetUserTrades({ symbol: native, fromId, limit: PAGE }))]
    rows.push(...page.filter((row) => isBefore(row, toMs)))
  }
  return rows.map(readTrade)
}

/**
 * Returns an order's executions; for more than one page, those within its lifetime: the list by order has no second
 * page.
 */
async function orderExecutions(rest: Exchange, listing: Listing, orderId: string): Promise<readonly RawFill[]> {
  const query = { symbol: listing.native, orderId }
  const page = toRows(await rest.fapiPrivateGetUserTrades({ ...query, limit: PAGE }))
  if (page.length < PAGE) return page.map(readTrade)
  const { time, updateTime } = toFields(await rest.fapiPrivateGetOrder(query))
  const [bornAtMs, endMs] = [toInstant(time), toInstant(updateTime)]
  if (bornAtMs === undefined || endMs === undefined)
    throw new Error('the exchange does not report when the order was open')
  const fills: RawFill[] = []
  for (let fromMs = bornAtMs; fromMs <= endMs; fromMs += WINDOW_DAYS * DAY_MS) {
    fills.push(...(await executionsWithin(rest, listing, { fromMs, toMs: fromMs + WINDOW_DAYS * DAY_MS })))
  }
  return fills.filter((fill) => String(fill.orderId) === orderId)
}

const isBefore = (row: unknown, toMs: number): boolean => Number(toFields(row).time) < toMs

const regularQuery = ({ listing, name }: NamedOrder) => ({
  symbol: listing.native,
  ...(name.by === 'us' ? { origClientOrderId: name.id } : { orderId: name.id }),
})

const algoQuery = ({ listing, name }: NamedOrder) => ({
  symbol: listing.native,
  ...(name.by === 'us' ? { clientAlgoId: name.id } : { algoId: name.id }),
})

const openRows = async (
  rest: Exchange,
  listings: readonly Listing[] | undefined,
  list: NamedOrder['list'],
): Promise<unknown[]> => {
  const { fetchRows } = OPEN[list]
  if (!listings || listings.length > FEW) return [...toRows(await fetchRows(rest, {}))]
  const rows: unknown[] = []
  for (const { native } of listings) rows.push(...toRows(await fetchRows(rest, { symbol: native })))
  return rows
}

/** Returns an open or ended order; the exchange deletes an order that ended without a fill after three days. */
const findRegular = async (rest: Exchange, order: NamedOrder): Promise<RawOrder> =>
  readRegular(await rest.fapiPrivateGetOrder(regularQuery(order)))

/** Returns a conditional order; once triggered, with the outcome of the order it has become. */
const findAlgo = async (rest: Exchange, order: NamedOrder): Promise<RawOrder> => {
  const algo = readAlgo(await rest.fapiPrivateGetAlgoOrder(algoQuery(order)))
  if (typeof algo.becameId !== 'string') return algo
  const became = readRegular(await rest.fapiPrivateGetOrder({ symbol: order.listing.native, orderId: algo.becameId }))
  const { status, filled, atMs, reason } = became
  return { ...algo, status, filled, atMs, reason }
}

type FetchRows = (rest: Exchange, params: Readonly<Record<string, string>>) => Promise<unknown>

const OPEN: Readonly<
  Record<NamedOrder['list'], { readonly fetchRows: FetchRows; readonly read: (row: unknown) => RawOrder }>
> = {
  regular: { fetchRows: (rest, params) => rest.fapiPrivateGetOpenOrders(params), read: readRegular },
  conditional: { fetchRows: (rest, params) => rest.fapiPrivateGetOpenAlgoOrders(params), read: readAlgo },
}

/** Returns the payments of these symbols, each with the rate of its settlement if reported. */
async function paymentsWithin(
  rest: Exchange,
  listings: readonly Listing[],
  { fromMs, toMs }: TimeRange,
): Promise<RawFunding[]> {
  const paid = await incomeWithin(rest, { fromMs, toMs })
  const rates = new Map<string, unknown>()
  const symbols = new Set(paid.map((row) => String(toFields(row).symbol)))
  for (const { native: symbol } of listings.filter(({ native }) => symbols.has(native))) {
    const query = { symbol, startTime: fromMs - JITTER_MS, endTime: toMs + JITTER_MS, limit: PAGE }
    for (const settled of toRows(await rest.fapiPublicGetFundingRate(query)).map(toFields)) {
      rates.set(settlementKey(symbol, settled.fundingTime), settled.fundingRate)
    }
  }
  return paid.map((row) => readIncome(row, rates.get(settlementKey(toFields(row).symbol, toFields(row).time))))
}

/** Maximum difference between the time of a payment and its settlement. */
const JITTER_MS = 60_000

const settlementKey = (symbol: unknown, atMs: unknown): string => `${symbol} ${Math.round(Number(atMs) / JITTER_MS)}`

const incomeWithin = async (rest: Exchange, { fromMs, toMs }: TimeRange): Promise<unknown[]> => {
  const rows: unknown[] = []
  const knownIds = new Set<unknown>()
  for (let startTime = fromMs; ; ) {
    const query = { incomeType: 'FUNDING_FEE', startTime, endTime: toMs - 1, limit: PAGE }
    const page = toRows(await rest.fapiPrivateGetIncome(query))
    const fresh = page.filter((row) => !knownIds.has(incomeId(row)))
    for (const row of fresh) knownIds.add(incomeId(row))
    rows.push(...fresh)
    if (page.length < PAGE || fresh.length === 0) return rows
    startTime = Number(toFields(page.at(-1)).time)
  }
}

const incomeId = (row: unknown): string => `${toFields(row).symbol} ${toFields(row).tranId}`
