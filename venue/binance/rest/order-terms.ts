/**
 * Parsing and validation of order parameters of the Binance API: regular orders, amendments, conditional orders, and
 * client IDs.
 */

import { parseDecimal } from '../../../server/core/decimal.ts'
import type { Grid } from '../../../server/core/grid.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import type { WireOrderTerms, WireOrderType, WireTimeInForce, WorkingType } from '../../exchange/account/wire-record.ts'
import { pricePrecision, printPrice, quantityPrecision } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { isBeyondBand, ORDER_LIMITS, priceBand } from '../../exchange/market/order-limits.ts'
import { Refused, refusedWith } from './errors.ts'
import { neededText, type Params, readChoice, readFlag, readText } from './params.ts'

/** Reads the terms of an order from the request parameters. */
export const readOrder = ({ entry }: Listing, params: Params): WireOrderTerms => {
  const { instrument } = entry
  const side = readSide(params)
  const type = readRegularType(params)
  checkPositionSide(params)
  if (readFlag(params, 'closePosition')) throw new Refused('-4136', type, 'true')
  const timeInForce = readTimeInForce(params, type)
  const price = type === 'LIMIT' ? readPrice(instrument, params, 'price') : null
  const quantity = readQuantity(instrument, params, type)
  const mark = getMarkTicks(entry)
  if (price !== null && mark !== undefined) checkBand(instrument, { side, price, mark })
  return {
    symbol: instrument.symbol,
    side,
    type,
    timeInForce,
    quantity,
    price,
    triggerPrice: null,
    workingType: 'CONTRACT_PRICE',
    reduceOnly: readFlag(params, 'reduceOnly') ?? false,
    closePosition: false,
    priceProtect: false,
  }
}

const SIDES = ['BUY', 'SELL'] as const
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX'] as const
const CONDITIONAL_TYPES = ['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const
const WORKING_TYPES = ['MARK_PRICE', 'CONTRACT_PRICE'] as const

/** Types of the Algo Service, no longer accepted by the order endpoint since 9 December 2025. */
const ALGO_TYPES: ReadonlySet<string> = new Set([
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
])

/** Reads the amended terms of a limit order: side, price and quantity are required again. */
export const readAmendment = ({ entry }: Listing, params: Params): { side: Side; price: Ticks; quantity: Lots } => {
  const { instrument } = entry
  const side = readSide(params)
  if (readText(params, 'priceMatch') !== undefined) throw new Refused('-1020')
  const quantity = readQuantity(instrument, params, 'LIMIT')
  const price = readPrice(instrument, params, 'price')
  const mark = getMarkTicks(entry)
  if (mark !== undefined) checkBand(instrument, { side, price, mark })
  return { side, price, quantity }
}

/** Reads a conditional order. */
export const readAlgoOrder = ({ entry: { instrument } }: Listing, params: Params): WireOrderTerms => {
  if (neededText(params, 'algoType') !== 'CONDITIONAL') throw new Refused('-1130', 'algoType')
  const side = readSide(params)
  neededText(params, 'type')
  const type = readChoice(params, 'type', CONDITIONAL_TYPES, () => new Refused('-1116')) ?? 'STOP_MARKET'
  checkPositionSide(params)
  const closePosition = closesAll(params)
  const trigger = readText(params, 'triggerPrice') === undefined ? 'stopPrice' : 'triggerPrice'
  if (readText(params, trigger) === undefined) throw new Refused('-1102', 'triggerprice')
  return {
    symbol: instrument.symbol,
    side,
    type,
    timeInForce: readChoice(params, 'timeInForce', TIMES_IN_FORCE, () => new Refused('-1115')) ?? 'GTC',
    quantity: closePosition ? lots(0) : readQuantity(instrument, params, 'MARKET'),
    price: null,
    triggerPrice: readPrice(instrument, params, trigger),
    workingType: readWorkingType(params),
    reduceOnly: readFlag(params, 'reduceOnly') ?? false,
    closePosition,
    priceProtect: readFlag(params, 'priceProtect') ?? false,
  }
}

const closesAll = (params: Params): boolean => {
  const closePosition = readFlag(params, 'closePosition') ?? false
  if (closePosition && readText(params, 'quantity') !== undefined) throw new Refused('-4137')
  if (closePosition && readFlag(params, 'reduceOnly') !== undefined) throw new Refused('-1106', 'reduceonly')
  return closePosition
}

const readSide = (params: Params): Side => {
  neededText(params, 'side')
  return readChoice(params, 'side', SIDES, () => new Refused('-1117')) ?? 'BUY'
}

const readRegularType = (params: Params): WireOrderType => {
  const type = neededText(params, 'type')
  if (ALGO_TYPES.has(type)) throw new Refused('-4120')
  return readChoice(params, 'type', ['LIMIT', 'MARKET'] as const, () => new Refused('-1116')) ?? 'LIMIT'
}

const checkPositionSide = (params: Params): void => {
  const given = readChoice(params, 'positionSide', ['BOTH', 'LONG', 'SHORT'] as const, () => new Refused('-4060'))
  if (given === 'LONG' || given === 'SHORT') throw new Refused('-4061')
}

const readTimeInForce = (params: Params, type: WireOrderType): WireTimeInForce => {
  const given = readChoice(params, 'timeInForce', TIMES_IN_FORCE, () => new Refused('-1115'))
  if (type === 'MARKET' && given !== undefined) throw new Refused('-1106', 'timeInForce')
  if (type === 'LIMIT' && given === undefined) throw new Refused('-1102', 'timeInForce')
  return given ?? 'GTC'
}

const readWorkingType = (params: Params): WorkingType =>
  readChoice(params, 'workingType', WORKING_TYPES, () => new Refused('-4031')) ?? 'CONTRACT_PRICE'

const readPrice = (instrument: Instrument, params: Params, name: string): Ticks => {
  const text = readFigure(params, name, pricePrecision(instrument))
  const steps = parseSteps(instrument.price, text)
  if (Number(text) <= 0) throw new Refused(name === 'price' ? '-4001' : '-4006')
  if (Number(text) > Number(printPrice(instrument, ORDER_LIMITS.priceMax))) throw new Refused('-4002')
  if (steps === undefined) throw new Refused('-4014')
  return ticks(steps)
}

const readQuantity = (instrument: Instrument, params: Params, type: WireOrderType): Lots => {
  const text = readFigure(params, 'quantity', quantityPrecision(instrument))
  const steps = parseSteps(instrument.quantity, text)
  if (Number(text) <= 0) throw new Refused('-4003')
  const most = type === 'MARKET' ? ORDER_LIMITS.marketQuantityMax : ORDER_LIMITS.quantityMax
  if (Number(text) > Number(instrument.quantity.print(most))) throw new Refused('-4005')
  if (steps === undefined) throw new Refused('-4023')
  return lots(steps)
}

const FIGURE = /^-?\d{1,20}(\.\d{1,20})?$/

const readFigure = (params: Params, name: string, precision: number): string => {
  const text = neededText(params, name)
  if (!FIGURE.test(text)) throw new Refused('-1100', name)
  const fraction = text.split('.')[1]?.replace(/0+$/, '') ?? ''
  if (fraction.length > precision) throw new Refused('-1111')
  return text
}

const parseSteps = (grid: Grid, text: string): number | undefined => {
  const plain = text.replace(/^(-?)0+(?=\d)/, '$1')
  return parseDecimal(plain).ok ? grid.parse(plain) : undefined
}

const checkBand = (instrument: Instrument, at: { side: Side; price: Ticks; mark: Ticks }): void => {
  if (!isBeyondBand(at)) return
  const { highest, lowest } = priceBand(at.mark)
  if (at.side === 'BUY') throw new Refused('-4016', printPrice(instrument, highest))
  throw new Refused('-4024', printPrice(instrument, lowest))
}

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]+$/
const CLIENT_ID_MAX = 36
/** Pattern as written by the exchange. */
const CLIENT_ID_RANGE = String.raw`^[\.A-Z\:/a-z0-9_-]{1,36}$`

/** Returns the client ID of an order, if given; refuses an invalid one. */
export const readClientId = (params: Params, name: string): string | undefined => {
  const id = readText(params, name)
  if (id === undefined) return undefined
  if (id.length > CLIENT_ID_MAX) throw new Refused('-4015')
  if (!CLIENT_ID.test(id)) {
    const words = `Illegal characters found in parameter '${name}'; legal range is '${CLIENT_ID_RANGE}'.`
    throw refusedWith('-1100', words)
  }
  return id
}
