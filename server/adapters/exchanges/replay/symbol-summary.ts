/** Summary of each symbol in a recording, collected message by message, and the derivation of its tick and lot size. */

import { STEP_SCALE_MAX } from '../../../domain/market/instrument.ts'
import { getTime } from './read-line.ts'
import type { WireAggTrade, WireLevel, WireMessage, WireTrade } from './wire.ts'

/** Summary of a symbol: price and quantity steps, time range, first price and trade IDs. */
export interface SymbolSummary {
  /** Find the tick size (price) and the lot size (quantity). */
  readonly price: StepFinder
  readonly quantity: StepFinder
  /** Exchange times of the first and last message. */
  firstMs: number
  lastMs: number
  firstPrice: number | undefined
  /** Kind of messages that trades are read from: single trades if any, otherwise aggregate trades. */
  tradeKind: TradeKind | undefined
  firstTradeId: number | undefined
  lastTradeId: number | undefined
}

export type TradeKind = (WireTrade | WireAggTrade)['e']

export const createSymbolSummary = (): SymbolSummary => ({
  price: createStepFinder(),
  quantity: createStepFinder(),
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  firstPrice: undefined,
  tradeKind: undefined,
  firstTradeId: undefined,
  lastTradeId: undefined,
})

/** Adds a message of the symbol to its summary. */
export const noteMessage = (summary: SymbolSummary, message: WireMessage): void => {
  const at = getTime(message)
  summary.firstMs = Math.min(summary.firstMs, at)
  summary.lastMs = Math.max(summary.lastMs, at)
  noteSteps(summary, levelsIn(message))
  if (message.e === 'bookTicker') summary.firstPrice ??= Number(message.b)
  if (message.e === 'trade' || message.e === 'aggTrade') noteTrade(summary, message)
}

const noteTrade = (summary: SymbolSummary, trade: WireTrade | WireAggTrade): void => {
  summary.firstPrice ??= Number(trade.p)
  if (summary.tradeKind === 'trade' && trade.e === 'aggTrade') return
  const id = trade.e === 'trade' ? trade.t : trade.a
  const begins = summary.tradeKind !== trade.e
  summary.tradeKind = trade.e
  summary.firstTradeId = begins ? id : Math.min(summary.firstTradeId ?? id, id)
  summary.lastTradeId = begins ? id : Math.max(summary.lastTradeId ?? id, id)
}

/** Adds prices and quantities to the calculation of the steps. */
export const noteSteps = ({ price, quantity }: SymbolSummary, levels: readonly WireLevel[]): void => {
  for (const level of levels) {
    price.add(level[0])
    quantity.add(level[1])
  }
}

/**
 * Returns every price and quantity of a message that is on the instrument's grid; mark prices and the
 * prices of liquidations are averages and are not.
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
    case 'forceOrder':
      return []
  }
}

/**
 * Derives a tick or lot size: the largest step that all added decimals are multiples of. A step is 1, 2 or 5 times a
 * power of ten. Strings that are not numbers, or have too many digits, are ignored.
 */
interface StepFinder {
  add(text: string): void
  /** Returns the step as a decimal string; undefined when only zeros were added. */
  step(): string | undefined
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

export const createStepFinder = (): StepFinder => {
  let scale = 0
  let common = 0
  return {
    add(text) {
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

/** Returns the largest of 1, 2 and 5 times a power of ten that divides `units`. */
const findRoundStep = (units: number): number => {
  let ten = 1
  while (units % (ten * 10) === 0) ten *= 10
  const rest = units / ten
  return ten * (rest % 5 === 0 ? 5 : rest % 2 === 0 ? 2 : 1)
}

/** Returns the number of fraction digits without trailing zeros. */
const significantFraction = (text: string): number => {
  const point = text.indexOf('.')
  if (point < 0) return 0
  let end = text.length
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end--
  return end - point - 1
}
