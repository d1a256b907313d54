/**
 * Parsing and validation of order parameters of the Bybit API: regular and conditional orders, prices, quantities, and
 * stops.
 */

import { parseDecimal } from '../../../server/core/decimal.ts'
import type { Grid } from '../../../server/core/grid.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import { type AccountBook, positionIn, positionSize } from '../../exchange/account/account-book.ts'
import {
  type BybitTerms,
  NO_STOPS,
  type StopLevel,
  type StopLevels,
  type WireOrderTerms,
  type WireOrderType,
  type WireTimeInForce,
  type WorkingType,
} from '../../exchange/account/wire-record.ts'
import { printPrice } from '../../exchange/market/figures.ts'
import { isBeyondBand, ORDER_LIMITS } from '../../exchange/market/order-limits.ts'
import { comparedPrice, getLastPrice } from './listing-for.ts'
import { neededChoice, neededText, type Params, readChoice, readFlag, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'

/** Order terms, with the request fields that only Bybit has. */
export interface BybitOrderTerms extends WireOrderTerms {
  readonly bybit: BybitTerms
}

/** Reads a regular or conditional order, and checks it against the instrument's rules and current prices. */
export const readOrder = (book: AccountBook, entry: InstrumentMarket, params: Params): BybitOrderTerms => {
  const side = neededChoice(params, 'side', ['Buy', 'Sell']) === 'Buy' ? 'BUY' : 'SELL'
  const kind = neededChoice(params, 'orderType', ['Market', 'Limit'])
  checkPositionIdx(params)
  const reduceOnly = readFlag(params, 'reduceOnly') ?? false
  const context: OrderContext = { book, entry, params, side, isMarket: kind === 'Market', reduceOnly }
  const terms = isGiven(params, 'triggerPrice') ? readConditional(context) : readRegular(context)
  return {
    symbol: entry.instrument.symbol,
    side,
    reduceOnly,
    closePosition: false,
    priceProtect: false,
    quantity: readOrderQuantity(context),
    ...terms,
  }
}

interface OrderContext {
  readonly book: AccountBook
  readonly entry: InstrumentMarket
  readonly params: Params
  readonly side: Side
  readonly isMarket: boolean
  readonly reduceOnly: boolean
}

type KindOfTerms = Pick<BybitOrderTerms, 'type' | 'timeInForce' | 'price' | 'triggerPrice' | 'workingType' | 'bybit'>

const checkPositionIdx = (params: Params): void => {
  if (!['0', undefined].includes(readText(params, 'positionIdx'))) {
    throw badParameter('position idx not match position mode')
  }
}

const IN_FORCE: Readonly<Record<'GTC' | 'IOC' | 'FOK' | 'PostOnly', WireTimeInForce>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  PostOnly: 'GTX',
}

const readRegular = (context: OrderContext): KindOfTerms => {
  const { entry, params, isMarket } = context
  const given = readChoice(params, 'timeInForce', ['GTC', 'IOC', 'FOK', 'PostOnly']) ?? 'GTC'
  const price = isMarket ? null : readLimitPrice(context)
  return {
    type: isMarket ? 'MARKET' : 'LIMIT',
    timeInForce: isMarket ? 'IOC' : IN_FORCE[given],
    price,
    triggerPrice: null,
    workingType: 'CONTRACT_PRICE',
    bybit: {
      stopOrderType: null,
      triggerDirection: 0,
      closeOnTrigger: readFlag(params, 'closeOnTrigger') ?? false,
      attached: attachedStops(context, price ?? getLastPrice(entry)),
      lastPrice: getLastPrice(entry) ?? null,
      replaces: null,
    },
  }
}

/** Reads the price of a limit order; refuses one outside the band around the mark price. */
export const readLimitPrice = ({ entry, params, side }: Pick<OrderContext, 'entry' | 'params' | 'side'>): Ticks => {
  const price = readPrice(entry.instrument, params, 'price')
  const mark = getMarkTicks(entry)
  if (mark !== undefined && isBeyondBand({ side, price, mark })) throw new Refusal(110003)
  return price
}

const attachedStops = ({ entry, params, side, reduceOnly }: OrderContext, base: Ticks | undefined): StopLevels => {
  const stops = readStops(entry, params, { side, base })
  const given = stops.stopLoss !== null || stops.takeProfit !== null
  if (given && reduceOnly) throw badParameter('params error: TP/SL cannot be set on a reduce-only order')
  return stops
}

const readConditional = (context: OrderContext): KindOfTerms => {
  const { entry, params, side, isMarket } = context
  if (!isMarket) throw badParameter('params error: conditional limit orders are not supported here')
  if (isGiven(params, 'stopLoss') || isGiven(params, 'takeProfit')) throw new Refusal(110057)
  const triggerPrice = readPrice(entry.instrument, params, 'triggerPrice')
  const rises = neededChoice(params, 'triggerDirection', ['1', '2']) === '1'
  const workingType = readTriggerBy(params, 'triggerBy')
  const current = comparedPrice(entry, workingType)
  if (current !== undefined && (rises ? triggerPrice <= current : triggerPrice >= current)) {
    const print = (price: Ticks): string => printPrice(entry.instrument, price)
    throw new Refusal(rises ? 110092 : 110093, print(triggerPrice), print(current), TRIGGER_NAMES[workingType])
  }
  return {
    type: conditionalType(side, rises),
    timeInForce: 'IOC',
    price: null,
    triggerPrice,
    workingType,
    bybit: {
      stopOrderType: 'Stop',
      triggerDirection: rises ? 1 : 2,
      closeOnTrigger: readFlag(params, 'closeOnTrigger') ?? false,
      attached: NO_STOPS,
      lastPrice: getLastPrice(entry) ?? null,
      replaces: null,
    },
  }
}

/**
 * Returns the type of a conditional order: a buyer's stop triggers when the price rises, a take-profit when it falls;
 * for a seller the reverse.
 */
const conditionalType = (side: Side, rises: boolean): WireOrderType =>
  rises === (side === 'BUY') ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET'

/**
 * Returns the quantity of the order. Reduce-only orders are capped at the position; for an order that closes, zero
 * means all of it.
 */
const readOrderQuantity = (context: OrderContext): Lots => {
  const { book, entry, params, isMarket, reduceOnly } = context
  const { symbol } = entry.instrument
  const held = positionSize(book, symbol)
  const closesAll = reduceOnly && readFlag(params, 'closeOnTrigger') === true
  if (closesAll && readText(params, 'qty') !== undefined && !isGiven(params, 'qty')) {
    if (held === 0) throw new Refusal(110017)
    return held
  }
  const quantity = readQuantity(entry.instrument, params, isMarket)
  if (!reduceOnly) return quantity
  if (!isClosing(context, positionIn(book, symbol).quantity)) throw new Refusal(110017)
  return lots(Math.min(quantity, held))
}

const isClosing = ({ side }: OrderContext, held: number): boolean => (side === 'BUY' ? held < 0 : held > 0)

const LINK_ID = /^[A-Za-z0-9_-]{1,36}$/

/** Returns the client ID of an order; empty when none is given. */
export const readLinkId = (params: Params): string => {
  const id = readText(params, 'orderLinkId') ?? ''
  if (id !== '' && !LINK_ID.test(id)) throw badParameter('params error: orderLinkId invalid')
  return id
}

const FIGURE = /^\d{1,20}(\.\d{1,20})?$/

/** Returns whether a number is given; zero counts as not given. */
export const isGiven = (params: Params, name: string): boolean => {
  const text = readText(params, name)
  return text !== undefined && !/^0*(\.0*)?$/.test(text)
}

/** Reads a price that must be a multiple of the tick size. */
export const readPrice = ({ price: grid }: Instrument, params: Params, name: string): Ticks => {
  const text = neededText(params, name)
  const steps = parseSteps(grid, text)
  if (steps === undefined || steps <= 0 || steps > ORDER_LIMITS.priceMax) throw badParameter(`${name} invalid`)
  return ticks(steps)
}

/** Reads a quantity in lots, within the limits of an order. */
export const readQuantity = ({ quantity: grid }: Instrument, params: Params, isMarket: boolean): Lots => {
  const steps = parseSteps(grid, neededText(params, 'qty'))
  const most = isMarket ? ORDER_LIMITS.marketQuantityMax : ORDER_LIMITS.quantityMax
  if (steps === undefined) throw badParameter('Qty invalid')
  if (steps <= 0) throw badParameter('The number of contracts exceeds minimum limit allowed')
  if (steps > most) throw badParameter('The number of contracts exceeds maximum limit allowed: too large')
  return lots(steps)
}

const parseSteps = (grid: Grid, text: string): number | undefined => {
  if (!FIGURE.test(text)) return undefined
  const plain = text.replace(/^0+(?=\d)/, '')
  return parseDecimal(plain).ok ? grid.parse(plain) : undefined
}

/** Names of the trigger price types at the exchange. */
export const TRIGGER_NAMES: Readonly<Record<WorkingType, 'MarkPrice' | 'LastPrice' | 'IndexPrice'>> = {
  MARK_PRICE: 'MarkPrice',
  CONTRACT_PRICE: 'LastPrice',
  INDEX_PRICE: 'IndexPrice',
}

const WORKING_TYPES = { MarkPrice: 'MARK_PRICE', LastPrice: 'CONTRACT_PRICE', IndexPrice: 'INDEX_PRICE' } as const

/** Returns the trigger price type; last price by default. */
export const readTriggerBy = (params: Params, name: string): WorkingType =>
  WORKING_TYPES[readChoice(params, name, ['LastPrice', 'MarkPrice', 'IndexPrice']) ?? 'LastPrice']

/**
 * Reads stop loss and take profit, and checks that each is on its side of the entry price, or else of the current
 * trigger price.
 */
export const readStops = (entry: InstrumentMarket, params: Params, held: StopBase): StopLevels => {
  checkMode(params)
  const stopLoss = readLevel(entry, params, 'stopLoss')
  const takeProfit = readLevel(entry, params, 'takeProfit')
  if (stopLoss) checkLevel(entry, { name: 'StopLoss', level: stopLoss, below: held.side === 'BUY' }, held)
  if (takeProfit) checkLevel(entry, { name: 'TakeProfit', level: takeProfit, below: held.side === 'SELL' }, held)
  return { stopLoss, takeProfit }
}

/** Side of the position, and its entry price if known. */
interface StopBase {
  readonly side: Side
  readonly base?: Ticks | undefined
}

/** Refuses stops for part of the position, or with a limit price. */
const checkMode = (params: Params): void => {
  const mode = readChoice(params, 'tpslMode', ['Full', 'Partial'])
  const types = ['tpOrderType', 'slOrderType'].map((name) => readChoice(params, name, ['Market', 'Limit']))
  if (mode === 'Partial' || types.includes('Limit')) {
    throw badParameter('params error: only Full TP/SL at the market is supported here')
  }
}

const TRIGGERED_BY = { stopLoss: 'slTriggerBy', takeProfit: 'tpTriggerBy' } as const

const readLevel = (
  { instrument }: InstrumentMarket,
  params: Params,
  name: 'stopLoss' | 'takeProfit',
): StopLevel | null =>
  isGiven(params, name)
    ? { price: readPrice(instrument, params, name), by: readTriggerBy(params, TRIGGERED_BY[name]) }
    : null

interface CheckedLevel {
  readonly name: 'StopLoss' | 'TakeProfit'
  readonly level: StopLevel
  readonly below: boolean
}

const checkLevel = (entry: InstrumentMarket, { name, level, below }: CheckedLevel, { side, base }: StopBase): void => {
  const against = base ?? comparedPrice(entry, level.by)
  if (against === undefined || (below ? level.price < against : level.price > against)) return
  const print = (price: Ticks): string => printPrice(entry.instrument, price)
  const held = side === 'BUY' ? 'Buy' : 'Sell'
  throw badParameter(
    `${name}:${print(level.price)} set for ${held} position should ${below ? 'lower' : 'greater'} than base_price:${print(against)}??${TRIGGER_NAMES[level.by]}`,
  )
}
