import type { Idea } from '../strategy.ts'

/** A stop or target nearer to the close than this, in average true ranges, would be touched by noise at once. */
const ROOM_MIN_ATR = 0.05

/** What an entry is made of beside its direction. */
export interface Entry {
  readonly close: number
  readonly atr: number
  readonly score: number
  readonly stopLoss: number
  readonly takeProfit: number
  /** Figures beside the average true range, none of them a price: they mean the same for a short. */
  readonly features: Readonly<Record<string, number>>
}

/** The idea to buy at the close, or null where stop or target lies on the wrong side of it or hardly away from it. */
export const enterLong = ({ close, atr, score, stopLoss, takeProfit, features }: Entry): Idea | null => {
  const room = ROOM_MIN_ATR * atr
  if (!(atr > 0 && close - stopLoss >= room && takeProfit - close >= room)) return null
  const figures = { atr, ...features }
  if (![score, stopLoss, takeProfit, ...Object.values(figures)].every(Number.isFinite)) return null
  return { kind: 'ENTER', direction: 'LONG', score, stopLoss, takeProfit, features: figures }
}
