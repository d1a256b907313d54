import { STEP_SCALE_MAX } from '../../../domain/market/instrument.ts'
import { getTime } from './read-line.ts'
import type { WireAggTrade, WireLevel, WireMessage, WireTrade } from './wire.ts'

/** Content of a recording for one symbol. */
export interface Sighting {
  readonly price: StepFinder
  readonly quantity: StepFinder
  /** Exchange times of its first and last message. */
  firstMs: number
  lastMs: number
  firstPrice: number | undefined
  /** Kind of messages its trades come from: single trades if any, otherwise aggregates. */
  tradeKind: TradeKind | undefined
  firstTradeId: number | undefined
  lastTradeId: number | undefined
}

export type TradeKind = (WireTrade | WireAggTrade)['e']

export const beginSighting = (): Sighting => ({
  price: createStepFinder(),
  quantity: createStepFinder(),
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  firstPrice: undefined,
  tradeKind: undefined,
  firstTradeId: undefined,
  lastTradeId: undefined,
})

export const noteMessage = (sighting: Sighting, message: WireMessage): void => {
  const at = getTime(message)
  sighting.firstMs = Math.min(sighting.firstMs, at)
  sighting.lastMs = Math.max(sighting.lastMs, at)
  noteSteps(sighting, levelsIn(message))
  if (message.e === 'bookTicker') sighting.firstPrice ??= Number(message.b)
  if (message.e === 'trade' || message.e === 'aggTrade') noteTrade(sighting, message)
}

const noteTrade = (sighting: Sighting, trade: WireTrade | WireAggTrade): void => {
  sighting.firstPrice ??= Number(trade.p)
  if (sighting.tradeKind === 'trade' && trade.e === 'aggTrade') return
  const id = trade.e === 'trade' ? trade.t : trade.a
  const begins = sighting.tradeKind !== trade.e
  sighting.tradeKind = trade.e
  sighting.firstTradeId = begins ? id : Math.min(sighting.firstTradeId ?? id, id)
  sighting.lastTradeId = begins ? id : Math.max(sighting.lastTradeId ?? id, id)
}

export const noteSteps = ({ price, quantity }: Sighting, levels: readonly WireLevel[]): void => {
  for (const level of levels) {
    price.see(level[0])
    quantity.see(level[1])
  }
}

/**
 * Returns every price and quantity of a message that is on the instrument's grid; mark prices are averages and are not.
 */
export const levelsIn = (message: WireMessage): readonly WireLevel[] => {
  switch (message.e) {
    case 'trade':
    case 'aggTrade':
      return [[message.p, message.q]]
    case 'depthUpdate':
      return [...message.b, ...message.a]
    case 'snapshot':
      return [...message.bids, ...message.asks]
    case 'bookTicker':
      return [
        [message.b, message.B],
        [message.a, message.A],
      ]
    case 'markPriceUpdate':
      return []
  }
}

/**
 * Finds the largest step that all decimals seen are multiples of: how tick and lot show in a recording. A step is 1, 2 or
 * 5 times a power of ten. What no step can have as a multiple, such as a text that is not a number, is not counted.
 */
interface StepFinder {
  see(text: string): void
  /** The step as decimal text; undefined when nothing but zeros was seen. */
  step(): string | undefined
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

export const createStepFinder = (): StepFinder => {
  let scale = 0
  let common = 0
  return {
    see(text) {
      const digits = Math.max(scale, significantFraction(text))
      if (digits > STEP_SCALE_MAX) return
      const known = common * 10 ** (digits - scale)
      const units = Math.round(Number(text) * 10 ** digits)
      if (!Number.isSafeInteger(known) || !Number.isSafeInteger(units)) return
      scale = digits
      common = greatestCommonDivisor(known, Math.abs(units))
    },
    step: () => (common === 0 ? undefined : (findRoundStep(common) / 10 ** scale).toFixed(scale)),
  }
}

/** The largest of 1, 2 and 5 times a power of ten that divides `units`. */
const findRoundStep = (units: number): number => {
  let ten = 1
  while (units % (ten * 10) === 0) ten *= 10
  const rest = units / ten
  return ten * (rest % 5 === 0 ? 5 : rest % 2 === 0 ? 2 : 1)
}

/** Fraction digits without trailing zeros. */
const significantFraction = (text: string): number => {
  const point = text.indexOf('.')
  if (point < 0) return 0
  let end = text.length
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end--
  return end - point - 1
}
