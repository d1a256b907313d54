import { positionIn } from '../../exchange/account/account-book.ts'
import { accountFigures, type SymbolFigures } from '../../exchange/account/account-figures.ts'
import { changeLeverage, mostLeverage } from '../../exchange/account/leverage.ts'
import type { StopLevels } from '../../exchange/account/wire-record.ts'
import type { BybitState } from '../bybit-state.ts'
import { keepStops } from '../stops/keep-stops.ts'
import { isSame, levelsIn, setLevels } from '../stops/position-stops.ts'
import { positionView } from '../view/account-views.ts'
import { neededListing } from './listing-for.ts'
import { readStops } from './order-terms.ts'
import { neededChoice, neededText, type Params, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'
import { actsOnLinear, type BybitCall, type BybitRoute, listsLinear, readRoute, tradingRoute } from './route.ts'

/** Bybit routes of positions: list, leverage, stops, and position mode. Only one-way mode is supported. */
export const positionRoutes = (state: BybitState): readonly BybitRoute[] => {
  const route = (path: string, act: (state: BybitState, params: Params) => unknown): BybitRoute =>
    tradingRoute(
      'Position',
      `position/${path}`,
      10,
      actsOnLinear(({ params }) => act(state, params)),
    )
  return [
    readRoute(
      'position/list',
      50,
      listsLinear((call) => listPositions(state, call)),
    ),
    route('set-leverage', setLeverage),
    route('trading-stop', setTradingStop),
    route('switch-mode', switchMode),
  ]
}

/** Positions of one symbol, including an empty one; or the open positions of all symbols settled in USDT. */
const listPositions = async (state: BybitState, { params }: BybitCall) => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) neededListing(state.board, params)
  else if (readText(params, 'settleCoin') === undefined) {
    throw badParameter('params error: symbol or settleCoin is required')
  }
  const { symbols } = await accountFigures(state)
  const isRequested = ({ instrument, quantity }: SymbolFigures): boolean =>
    symbol === undefined ? quantity !== 0 && readText(params, 'settleCoin') === 'USDT' : instrument.symbol === symbol
  return {
    category: 'linear',
    list: symbols.filter(isRequested).map((figures) => positionView(state, figures)),
    nextPageCursor: '',
  }
}

const LEVERAGE = /^(\d{1,3})(?:\.0+)?$/

const setLeverage = async (state: BybitState, params: Params) => {
  const { instrument } = neededListing(state.board, params).entry
  const [buy, sell] = [neededText(params, 'buyLeverage'), neededText(params, 'sellLeverage')]
  if (Number(buy) !== Number(sell)) throw badParameter('buy leverage not equal sell leverage')
  const [, whole] = LEVERAGE.exec(buy) ?? []
  if (whole === undefined || Number(whole) < 1) throw badParameter('leverage invalid')
  const change = await changeLeverage(state, instrument, Number(whole))
  if (change === 'notAllowed') throw new Refusal(110013, whole, mostLeverage(state.exchange, instrument))
  if (change === 'noMargin') throw new Refusal(110012)
  if (change === 'unchanged') throw new Refusal(110043)
  state.publishPosition(instrument.symbol)
  return {}
}

/** Sets or removes the stops of a position; omitted fields stay unchanged. */
const setTradingStop = async (state: BybitState, params: Params) => {
  const { entry } = neededListing(state.board, params)
  const { symbol } = entry.instrument
  if ((readText(params, 'positionIdx') ?? '0') !== '0') throw badParameter('position idx not match position mode')
  const { quantity } = positionIn(state.book, symbol)
  if (quantity === 0) throw badParameter('can not set tp/sl/ts for zero position')
  if (readText(params, 'trailingStop') !== undefined && Number(readText(params, 'trailingStop')) !== 0) {
    throw badParameter('params error: trailing stops are not supported here')
  }
  const read = readStops(entry, params, { side: quantity > 0 ? 'BUY' : 'SELL' })
  const before = levelsIn(state.stops, symbol)
  const wanted: StopLevels = {
    stopLoss: readText(params, 'stopLoss') === undefined ? before.stopLoss : read.stopLoss,
    takeProfit: readText(params, 'takeProfit') === undefined ? before.takeProfit : read.takeProfit,
  }
  if (isSame(wanted, before)) throw new Refusal(34040)
  setLevels(state.stops, symbol, wanted)
  const refused = await keepStops(state, symbol)
  if (refused) {
    setLevels(state.stops, symbol, before)
    throw badParameter(refused.message)
  }
  state.publishPosition(symbol)
  return {}
}

const switchMode = (state: BybitState, params: Params): never => {
  if (readText(params, 'symbol') !== undefined) neededListing(state.board, params)
  throw new Refusal(neededChoice(params, 'mode', ['0', '3']) === '0' ? 110025 : 110029)
}
