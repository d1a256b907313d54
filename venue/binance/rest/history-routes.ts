import { printMoney } from '../../../server/domain/account/money.ts'
import type { AccountBook, WireFill } from '../../exchange/account/account-book.ts'
import type { BinanceState } from '../binance-state.ts'
import { tradeView } from '../view/order-views.ts'
import { getListing, neededText, type Params, readId, readLimit, readText, readWhole } from './params.ts'
import type { Route } from './route.ts'

/** Binance routes of executions and of balance changes (income). */
export const historyRoutes = (state: BinanceState): readonly Route[] => [
  {
    method: 'GET',
    path: '/fapi/v1/userTrades',
    weight: 5,
    security: 'SIGNED',
    answer: ({ params }) => userTrades(state, params),
  },
  {
    method: 'GET',
    path: '/fapi/v1/income',
    weight: 30,
    security: 'SIGNED',
    answer: ({ params }) => income(state.book, params),
  },
]

const TRADES_USUAL = 500
const LIST_MAX = 1_000

const userTrades = ({ board, book }: BinanceState, params: Params) => {
  const symbol = neededText(params, 'symbol')
  const { instrument } = getListing(board, symbol).entry
  const orderId = readId(params, 'orderId')
  const fromId = BigInt(readId(params, 'fromId') ?? 0)
  const matches = book.fills.filter(
    (fill) =>
      fill.symbol === symbol &&
      BigInt(fill.execId) >= fromId &&
      fill.exchangeOrderId === (orderId ?? fill.exchangeOrderId) &&
      isWithin(params, fill.executedAtMs),
  )
  const limit = readLimit(params, TRADES_USUAL, LIST_MAX)
  return firstOrLast(params, matches, limit, fromId > 0n).map((fill) => tradeView(instrument, fill))
}

const isWithin = (params: Params, atMs: number): boolean =>
  atMs >= (readWhole(params, 'startTime') ?? 0) && atMs <= (readWhole(params, 'endTime') ?? Number.POSITIVE_INFINITY)

const firstOrLast = <T>(params: Params, items: readonly T[], limit: number, anchored: boolean): readonly T[] =>
  anchored || readWhole(params, 'startTime') !== undefined ? items.slice(0, limit) : items.slice(-limit)

const INCOME_USUAL = 100

interface Income {
  readonly symbol: string
  readonly incomeType: 'REALIZED_PNL' | 'COMMISSION' | 'FUNDING_FEE'
  readonly income: string
  readonly asset: 'USDT'
  readonly time: number
  readonly info: string
  readonly tranId: bigint
  readonly tradeId: string
}

const income = (book: AccountBook, params: Params): readonly Income[] => {
  const symbol = readText(params, 'symbol')
  const type = readText(params, 'incomeType')
  const matches = [...book.fills.flatMap(incomeOfFill), ...book.funding.map(incomeOfFunding)]
    .filter((one) => one.symbol === (symbol ?? one.symbol) && one.incomeType === (type ?? one.incomeType))
    .filter(({ time }) => isWithin(params, time))
    .sort((a, b) => a.time - b.time)
  return firstOrLast(params, matches, readLimit(params, INCOME_USUAL, LIST_MAX), false)
}

const incomeOfFill = ({ execId, symbol, realized, fee, executedAtMs }: WireFill): Income[] => {
  const shared = {
    symbol,
    asset: 'USDT',
    time: executedAtMs,
    info: execId,
    tranId: BigInt(execId),
    tradeId: execId,
  } as const
  const paid: Income = { ...shared, incomeType: 'COMMISSION', income: printMoney(-fee) }
  return realized === 0n ? [paid] : [{ ...shared, incomeType: 'REALIZED_PNL', income: printMoney(realized) }, paid]
}

const incomeOfFunding = ({ symbol, amount, settledAtMs }: AccountBook['funding'][number]): Income => ({
  symbol,
  incomeType: 'FUNDING_FEE',
  income: printMoney(amount),
  asset: 'USDT',
  time: settledAtMs,
  info: 'FUNDING_FEE',
  tranId: BigInt(settledAtMs),
  tradeId: '',
})
