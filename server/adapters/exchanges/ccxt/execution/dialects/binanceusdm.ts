import type { Exchange } from 'ccxt'
import { assert } from '../../../../../core/assert.ts'
import { DAY_MS, type TimeRange } from '../../../../../core/instant.ts'
import { fieldsOf } from '../../fields-of.ts'
import { instantOf } from '../../instant-of.ts'
import type { Listing } from '../../listing.ts'
import { rowsOf } from '../fields.ts'
import type { NamedOrder, OrderDialect, ToldFill, ToldFunding, ToldOrder } from '../order-dialect.ts'
import { binanceAccount } from './binanceusdm-account.ts'
import { binanceStream } from './binanceusdm-stream.ts'
import { readAlgo, readIncome, readPosition, readRegular, readTrade } from './binanceusdm-words.ts'

/** No list tells more than seven days at once. */
const WINDOW_DAYS = 6
/** Asking symbol by symbol is cheaper up to here: without one it costs forty. */
const FEW = 8

/**
 * Binance USDⓈ-M. Conditional orders are kept by the Algo Service under ids of their own, and become an order of the market
 * under another id when they are set off. A stop sent along with an entry is ignored without a word.
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
  executionsOf,
  executions(rest, listing, range) {
    assert(listing !== undefined, 'Binance lists executions by symbol')
    return executionsWithin(rest, listing, range)
  },
  funding: paymentsWithin,
  /** USDT is listed always, with nothing in it as well. */
  async wallet(rest) {
    const usdt = rowsOf(await rest.fapiPrivateV3GetBalance())
      .map(fieldsOf)
      .find(({ asset }) => asset === 'USDT')
    return usdt?.balance
  },
  async leverages(rest) {
    const configured = rowsOf(await rest.fapiPrivateGetSymbolConfig()).map(fieldsOf)
    return new Map(configured.map(({ symbol, leverage }) => [symbol, leverage]))
  },
  /** Since v3 without those that are flat: an empty list is an answer. */
  positions: async (rest) => rowsOf(await rest.fapiPrivateV3GetPositionRisk()).map(readPosition),
  stream: binanceStream,
  account: binanceAccount,
}

const PAGE = 1_000

async function executionsWithin(
  rest: Exchange,
  { native }: Listing,
  { fromMs, toMs }: TimeRange,
): Promise<readonly ToldFill[]> {
  const first = { symbol: native, startTime: fromMs, endTime: toMs - 1, limit: PAGE }
  const rows = [...rowsOf(await rest.fapiPrivateGetUserTrades(first))]
  for (let page = rows; page.length === PAGE && isBefore(page.at(-1), toMs); ) {
    const fromId = String(BigInt(String(fieldsOf(page.at(-1)).id)) + 1n)
    page = [...rowsOf(await rest.fapiPrivateGetUserTrades({ symbol: native, fromId, limit: PAGE }))]
    rows.push(...page.filter((row) => isBefore(row, toMs)))
  }
  return rows.map(readTrade)
}

/** Of an order with more than one page of them, those in the time it was open: an order's own have no second page. */
async function executionsOf(rest: Exchange, listing: Listing, orderId: string): Promise<readonly ToldFill[]> {
  const asked = { symbol: listing.native, orderId }
  const page = rowsOf(await rest.fapiPrivateGetUserTrades({ ...asked, limit: PAGE }))
  if (page.length < PAGE) return page.map(readTrade)
  const { time, updateTime } = fieldsOf(await rest.fapiPrivateGetOrder(asked))
  const [bornAtMs, endMs] = [instantOf(time), instantOf(updateTime)]
  if (bornAtMs === undefined || endMs === undefined)
    throw new Error('the exchange does not say when the order was open')
  const fills: ToldFill[] = []
  for (let fromMs = bornAtMs; fromMs <= endMs; fromMs += WINDOW_DAYS * DAY_MS) {
    fills.push(...(await executionsWithin(rest, listing, { fromMs, toMs: fromMs + WINDOW_DAYS * DAY_MS })))
  }
  return fills.filter((fill) => String(fill.orderId) === orderId)
}

const isBefore = (row: unknown, toMs: number): boolean => Number(fieldsOf(row).time) < toMs

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
  const { ask } = OPEN[list]
  if (!listings || listings.length > FEW) return [...rowsOf(await ask(rest, {}))]
  const rows: unknown[] = []
  for (const { native } of listings) rows.push(...rowsOf(await ask(rest, { symbol: native })))
  return rows
}

/** Open or over; what is over without a fill is forgotten after three days. */
const findRegular = async (rest: Exchange, order: NamedOrder): Promise<ToldOrder> =>
  readRegular(await rest.fapiPrivateGetOrder(regularQuery(order)))

/** Set off, it goes on as another order: what became of that is what became of it. */
const findAlgo = async (rest: Exchange, order: NamedOrder): Promise<ToldOrder> => {
  const algo = readAlgo(await rest.fapiPrivateGetAlgoOrder(algoQuery(order)))
  if (typeof algo.becameId !== 'string') return algo
  const became = readRegular(await rest.fapiPrivateGetOrder({ symbol: order.listing.native, orderId: algo.becameId }))
  const { status, filled, atMs, reason } = became
  return { ...algo, status, filled, atMs, reason }
}

type Ask = (rest: Exchange, params: Readonly<Record<string, string>>) => Promise<unknown>

const OPEN: Readonly<Record<NamedOrder['list'], { readonly ask: Ask; readonly read: (row: unknown) => ToldOrder }>> = {
  regular: { ask: (rest, params) => rest.fapiPrivateGetOpenOrders(params), read: readRegular },
  conditional: { ask: (rest, params) => rest.fapiPrivateGetOpenAlgoOrders(params), read: readAlgo },
}

/** The payments, each with the rate that was settled then, where one is told and the symbol is one of these. */
async function paymentsWithin(
  rest: Exchange,
  listings: readonly Listing[],
  { fromMs, toMs }: TimeRange,
): Promise<ToldFunding[]> {
  const paid = await incomeWithin(rest, { fromMs, toMs })
  const rates = new Map<string, unknown>()
  const symbols = new Set(paid.map((row) => String(fieldsOf(row).symbol)))
  for (const { native: symbol } of listings.filter(({ native }) => symbols.has(native))) {
    const asked = { symbol, startTime: fromMs - JITTER_MS, endTime: toMs + JITTER_MS, limit: PAGE }
    for (const settled of rowsOf(await rest.fapiPublicGetFundingRate(asked)).map(fieldsOf)) {
      rates.set(settlementOf(symbol, settled.fundingTime), settled.fundingRate)
    }
  }
  return paid.map((row) => readIncome(row, rates.get(settlementOf(fieldsOf(row).symbol, fieldsOf(row).time))))
}

/** A payment is dated within moments of its settlement. */
const JITTER_MS = 60_000

const settlementOf = (symbol: unknown, atMs: unknown): string => `${symbol} ${Math.round(Number(atMs) / JITTER_MS)}`

const incomeWithin = async (rest: Exchange, { fromMs, toMs }: TimeRange): Promise<unknown[]> => {
  const rows: unknown[] = []
  const seen = new Set<unknown>()
  for (let startTime = fromMs; ; ) {
    const asked = { incomeType: 'FUNDING_FEE', startTime, endTime: toMs - 1, limit: PAGE }
    const page = rowsOf(await rest.fapiPrivateGetIncome(asked))
    const fresh = page.filter((row) => !seen.has(incomeId(row)))
    for (const row of fresh) seen.add(incomeId(row))
    rows.push(...fresh)
    if (page.length < PAGE || fresh.length === 0) return rows
    startTime = Number(fieldsOf(page.at(-1)).time)
  }
}

const incomeId = (row: unknown): string => `${fieldsOf(row).symbol} ${fieldsOf(row).tranId}`
