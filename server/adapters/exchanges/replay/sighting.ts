import { createStepFinder, type StepFinder } from './step-finder.ts'
import type { WireLevel, WireMessage } from './wire.ts'

/** What a recording shows of one symbol. */
export interface Sighting {
  readonly price: StepFinder
  readonly quantity: StepFinder
  /** Exchange times of its first and last message. */
  firstMs: number
  lastMs: number
  firstPrice: number | undefined
  firstTradeId: number | undefined
  lastTradeId: number | undefined
}

export const beginSighting = (): Sighting => ({
  price: createStepFinder(),
  quantity: createStepFinder(),
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  firstPrice: undefined,
  firstTradeId: undefined,
  lastTradeId: undefined,
})

export const noteMessage = (sighting: Sighting, message: WireMessage): void => {
  const at = message.e === 'markPriceUpdate' ? message.E : message.T
  sighting.firstMs = Math.min(sighting.firstMs, at)
  sighting.lastMs = Math.max(sighting.lastMs, at)
  noteSteps(sighting, levelsIn(message))
  if (message.e === 'bookTicker') sighting.firstPrice ??= Number(message.b)
  if (message.e !== 'trade') return
  sighting.firstPrice ??= Number(message.p)
  sighting.firstTradeId ??= message.t
  sighting.lastTradeId = message.t
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
