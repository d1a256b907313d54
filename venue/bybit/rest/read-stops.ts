import type { Ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import { printPrice } from '../../exchange/market/figures.ts'
import type { StopLevel, StopLevels } from '../stops/bybit-terms.ts'
import { comparedPrice } from './listing-for.ts'
import { type Params, readChoice } from './params.ts'
import { isGiven, readPrice } from './read-figures.ts'
import { badParameter } from './refusal.ts'
import { readTriggerBy, TRIGGER_NAMES } from './trigger-names.ts'

/**
 * Reads the given stops; `base` holds the prices they are checked against, or the trigger price type of an omitted one.
 */
export const readStops = (entry: InstrumentMarket, params: Params, held: StopBase): StopLevels => {
  checkMode(params)
  const stopLoss = readLevel(entry, params, 'stopLoss')
  const takeProfit = readLevel(entry, params, 'takeProfit')
  if (stopLoss) checkLevel(entry, { name: 'StopLoss', level: stopLoss, below: held.side === 'BUY' }, held)
  if (takeProfit) checkLevel(entry, { name: 'TakeProfit', level: takeProfit, below: held.side === 'SELL' }, held)
  return { stopLoss, takeProfit }
}

/** The side of the position that is stopped, and the price it is entered at. */
interface StopBase {
  readonly side: Side
  readonly base?: Ticks | undefined
}

/** Stops are of the whole position, and at the market. */
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
