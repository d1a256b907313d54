import { parseDecimal } from '../../../server/core/decimal.ts'
import type { Grid } from '../../../server/core/grid.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import { ORDER_LIMITS } from '../../binance/view/symbol-info.ts'
import { neededText, type Params, readText } from './params.ts'
import { badParameter } from './refusal.ts'

const FIGURE = /^\d{1,20}(\.\d{1,20})?$/

/** Returns whether a number is given and not zero, which means none. */
export const isGiven = (params: Params, name: string): boolean => {
  const text = readText(params, name)
  return text !== undefined && !/^0*(\.0*)?$/.test(text)
}

/** A price on the ticks of an instrument. */
export const readPrice = ({ price: grid }: Instrument, params: Params, name: string): Ticks => {
  const text = neededText(params, name)
  const steps = parseSteps(grid, text)
  if (steps === undefined || steps <= 0 || steps > ORDER_LIMITS.priceMax) throw badParameter(`${name} invalid`)
  return ticks(steps)
}

/** A quantity of so many lots, within what an order may be. */
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
