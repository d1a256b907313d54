/** Builds the entry idea of a long rule, and rejects stops and targets that are too close to the price. */

import type { Idea } from '../strategy.ts'

/** Parts of an entry besides its direction. */
export interface Entry {
  readonly close: number
  readonly atr: number
  readonly score: number
  readonly stopLoss: number
  readonly takeProfit: number
  /** Features other than the average true range; none is a price, so they mean the same for a short. */
  readonly features: Readonly<Record<string, number>>
}

/** An entry whose stop and target are not placed yet, or one of them. */
export type Setup = Omit<Entry, 'stopLoss' | 'takeProfit'>
export type StoppedSetup = Omit<Entry, 'takeProfit'>
export type TargetedSetup = Omit<Entry, 'stopLoss'>

/** Minimum distance of stop and target from the close, in average true ranges: closer ones are reached by noise. */
const ROOM_MIN_ATR = 0.05

/** Returns the idea to buy at the close; null when stop or target is on the wrong side or too close. */
export const enterLong = ({ close, atr, score, stopLoss, takeProfit, features }: Entry): Idea | null => {
  const room = ROOM_MIN_ATR * atr
  if (!(atr > 0 && close - stopLoss >= room && takeProfit - close >= room)) return null
  const figures = { atr, ...features }
  if (!(Number.isFinite(score) && Number.isFinite(stopLoss) && Number.isFinite(takeProfit))) return null
  if (!Object.values(figures).every(Number.isFinite)) return null
  return { kind: 'ENTER', direction: 'LONG', score, stopLoss, takeProfit, features: figures }
}

/** Returns the idea to buy at the close, with its stop at a distance in average true ranges. */
export const stopLongAt = (setup: TargetedSetup, { stopAtr }: { readonly stopAtr: number }): Idea | null =>
  enterLong({ ...setup, stopLoss: setup.close - stopAtr * setup.atr })

interface Distances {
  readonly stopAtr: number
  readonly targetAtr: number
}

/** Returns the idea to buy at the close, with stop and target at distances in average true ranges. */
export const enterLongAt = (setup: Setup, { stopAtr, targetAtr }: Distances): Idea | null =>
  stopLongAt({ ...setup, takeProfit: setup.close + targetAtr * setup.atr }, { stopAtr })
