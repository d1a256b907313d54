import { toFloat } from '../../../server/core/decimal.ts'
import { printMoney } from '../../../server/domain/account/money.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import { changeLeverage } from '../../exchange/account/leverage.ts'
import { bracketLeverage, getLeverage } from '../../exchange/account/risk-figures.ts'
import type { BinanceState } from '../binance-state.ts'
import { printMaxNotional } from '../view/position-views.ts'
import { Refused } from './errors.ts'
import { getListing, neededText, neededWhole, type Params, readChoice, readFlag, readText } from './params.ts'
import type { Call, Route } from './route.ts'

/**
 * Binance routes for account settings and trading terms: leverage, margin type, brackets, fees, limits, and key
 * permissions. Only one-way mode and cross margin are supported.
 */
export const settingsRoutes = (state: BinanceState): readonly Route[] => {
  const route = (method: Route['method'], path: string, weight: number, answer: Route['answer']): Route => ({
    method,
    path: path.startsWith('/') ? path : `/fapi/v1/${path}`,
    weight,
    security: 'SIGNED',
    answer,
  })
  return [
    route('POST', 'leverage', 1, ({ params }) => setLeverage(state, params)),
    route('POST', 'marginType', 1, ({ params }) => setMarginType(state, params)),
    route('GET', 'positionSide/dual', 30, () => ({ dualSidePosition: false })),
    route('POST', 'positionSide/dual', 1, ({ params }) => setDual(params)),
    route('GET', 'multiAssetsMargin', 30, () => ({ multiAssetsMargin: false })),
    route('POST', 'multiAssetsMargin', 1, () => {
      throw new Refused('-1020')
    }),
    route('GET', 'leverageBracket', 1, (call) => brackets(state, call)),
    route('GET', 'commissionRate', 20, ({ params }) => commission(state, neededText(params, 'symbol'))),
    route('GET', 'symbolConfig', 5, (call) => symbolConfigs(state, call)),
    route('GET', 'accountConfig', 5, () => ACCOUNT_CONFIG),
    route('GET', 'rateLimit/order', 1, () => orderLimits(state)),
    route('GET', '/sapi/v1/account/apiRestrictions', 1, ({ atMs }) => ({ ...state.permissions, createTime: atMs })),
  ]
}

const ACCOUNT_CONFIG = {
  feeTier: 0,
  canTrade: true,
  canDeposit: true,
  canWithdraw: true,
  dualSidePosition: false,
  updateTime: 0,
  multiAssetsMargin: false,
  tradeGroupId: -1,
}

const setLeverage = async (state: BinanceState, params: Params) => {
  const { exchange, board } = state
  const { instrument } = getListing(board, neededText(params, 'symbol')).entry
  const leverage = neededWhole(params, 'leverage')
  const change = await changeLeverage(state, instrument, leverage)
  if (change === 'notAllowed') throw new Refused('-4028', leverage)
  if (change === 'noMargin') throw new Refused('-2028')
  const { symbol } = instrument
  if (change === 'changed') state.publishLeverage(symbol, leverage)
  return { symbol, leverage, maxNotionalValue: printMaxNotional(exchange.brackets(symbol), leverage) }
}

const setMarginType = ({ board }: BinanceState, params: Params) => {
  getListing(board, neededText(params, 'symbol'))
  neededText(params, 'marginType')
  const wanted = readChoice(
    params,
    'marginType',
    ['CROSSED', 'ISOLATED'] as const,
    () => new Refused('-1130', 'marginType'),
  )
  throw new Refused(wanted === 'CROSSED' ? '-4046' : '-1020')
}

const setDual = (params: Params) => {
  const wanted = readFlag(params, 'dualSidePosition')
  if (wanted === undefined) throw new Refused('-1102', 'dualsideposition')
  throw new Refused(wanted ? '-1020' : '-4059')
}

const requestedInstruments = ({ board }: BinanceState, { params }: Call): readonly Instrument[] => {
  const symbol = readText(params, 'symbol')
  const listings = symbol === undefined ? [...board.listings.values()] : [getListing(board, symbol)]
  return listings.map(({ entry }) => entry.instrument)
}

const brackets = (state: BinanceState, call: Call) =>
  requestedInstruments(state, call).map((instrument) => ({
    symbol: instrument.symbol,
    notionalCoef: 1,
    brackets: state.exchange.brackets(instrument.symbol).map((bracket, index) => ({
      bracket: index + 1,
      initialLeverage: bracketLeverage(bracket, instrument.maxLeverage),
      notionalCap: bracket.cap === null ? NO_END : Number(printMoney(bracket.cap)),
      notionalFloor: Number(printMoney(bracket.floor)),
      maintMarginRatio: toFloat(bracket.rate),
      cum: Number(printMoney(bracket.cum)),
    })),
  }))

const NO_END = Number.MAX_SAFE_INTEGER

const commission = ({ board, exchange }: BinanceState, symbol: string) => {
  getListing(board, symbol)
  return { symbol, makerCommissionRate: exchange.fees.maker, takerCommissionRate: exchange.fees.taker }
}

const symbolConfigs = (state: BinanceState, call: Call) =>
  requestedInstruments(state, call).map(({ symbol }) => {
    const leverage = getLeverage(state.exchange.leverages, symbol)
    return {
      symbol,
      marginType: 'CROSSED',
      isAutoAddMargin: false,
      leverage,
      maxNotionalValue: printMaxNotional(state.exchange.brackets(symbol), leverage),
    }
  })

const orderLimits = ({ limits }: BinanceState) => [
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: limits.ordersPerTenSeconds },
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: limits.ordersPerMinute },
]
