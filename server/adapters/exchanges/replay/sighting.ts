import { getTime } from './read-line.ts'
import { createStepFinder, type StepFinder } from './step-finder.ts'
import type { WireAggTrade, WireLevel, WireMessage, WireTrade } from './wire.ts'

export type TradeKind = (WireTrade | WireAggTrade)['e']

/** Content of a recording for one symbol. */
export interface Sighting {
  readonly price: StepFinder
  readonly quantity: StepFinder
  /** Exchange times of its first and last message. */
  firstMs: number
  lastMs: number
  firstPrice: number | undefined
  /** Kind of messages its trades come from: single ones where there are any, else aggregates. */
  tradeKind: TradeKind | undefined
  firstTradeId: number | undefined
  lastTradeId: number | undefined
}

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

/** Every price and quantity of a message that lies on the instrument's grid; mark prices are averages and do not. */
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
