/**
 * Tracks large quantities added to levels of the order book: how long they rest, how much is traded, and which ones
 * vanish.
 */

import type { Instant } from '../../core/instant.ts'
import type { Ticks } from '../market/instrument.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** A large quantity added to a level, and its outcome. */
export interface LargeAdd {
  readonly direction: Direction
  readonly price: Ticks
  readonly addedMs: Instant
  /** Quantity before the add. */
  readonly before: number
  size: number
  traded: number
  /** Imbalance of the band before and after the change. */
  readonly imbalanceBefore: number
  imbalanceAfter: number
  /** Taker volume counter of the opposite side when the quantity was added and when it was removed. */
  readonly aggressionAtAdd: number
  aggressionAtGone: number
  /** Time of removal; 0 while it rests. */
  goneMs: Instant
  imbalanceAtGone: number
  /** Largest reversal of the imbalance since then, toward its previous value. */
  reverted: number
}

/** 1 for bids and -1 for asks: after multiplication, a better price is greater on either side. */
export type Direction = 1 | -1

/** Watched large adds, by level. */
export interface LargeAdds {
  /** Resting adds, and adds removed so recently that a trade may explain the removal; oldest first. */
  readonly watched: Map<number, LargeAdd>
  /** Minimum quantity of a level that can contain a watched add. */
  watchFrom: number
  /** Large adds in the current change. */
  readonly fresh: LargeAdd[]
  /** Large adds that vanished in the current change. */
  readonly vanished: LargeAdd[]
}

/** Values shared by all levels of a change. */
export interface Moment {
  readonly atMs: Instant
  readonly direction: Direction
  /** Imbalance before the change. */
  readonly imbalance: number
  /** Taker volume counter of the opposite side. */
  readonly aggression: number
}

export const createLargeAdds = (): LargeAdds => ({
  watched: new Map(),
  watchFrom: Number.POSITIVE_INFINITY,
  fresh: [],
  vanished: [],
})

/** Records a large add; further adds to the level shortly afterwards belong to it. */
export const openLarge = (adds: LargeAdds, level: { price: Ticks; before: number; size: number }, at: Moment): void => {
  const { price, before, size } = level
  const key = levelKey(price, at.direction)
  const known = adds.watched.get(key)
  if (known && known.goneMs === 0 && at.atMs - known.addedMs <= MICRO_RULES.layersAddedMs) {
    known.size += size
    adds.fresh.push(known)
    return
  }
  adds.watched.delete(key)
  const add: LargeAdd = {
    direction: at.direction,
    price,
    addedMs: at.atMs,
    before,
    size,
    traded: 0,
    imbalanceBefore: at.imbalance,
    imbalanceAfter: at.imbalance,
    aggressionAtAdd: at.aggression,
    aggressionAtGone: 0,
    goneMs: 0,
    imbalanceAtGone: 0,
    reverted: 0,
  }
  adds.watched.set(key, add)
  adds.fresh.push(add)
  adds.watchFrom = Math.min(adds.watchFrom, size * MICRO_RULES.vanishedShare)
  if (adds.watched.size > MICRO_RULES.watchedMax) dropOldest(adds)
}

/** Handles a level whose quantity has fallen to `quantity`. */
export const reduceLarge = (adds: LargeAdds, level: { price: Ticks; quantity: number }, at: Moment): void => {
  const add = adds.watched.get(levelKey(level.price, at.direction))
  if (!add || add.goneMs > 0 || level.quantity > add.before + add.size * MICRO_RULES.vanishedShare) return
  add.goneMs = at.atMs
  add.imbalanceAtGone = at.imbalance
  add.aggressionAtGone = at.aggression
  adds.vanished.push(add)
}

/** Deducts a trade at a level from the large add there. */
export const tradeLarge = (adds: LargeAdds, price: Ticks, direction: Direction, quantity: number): void => {
  const add = adds.watched.get(levelKey(price, direction))
  if (add) add.traded += quantity
}

/** Drops an add whose observation is complete. */
export const dismissLarge = (adds: LargeAdds, add: LargeAdd): void => {
  const key = levelKey(add.price, add.direction)
  if (adds.watched.get(key) === add) adds.watched.delete(key)
  if (adds.watched.size === 0) adds.watchFrom = Number.POSITIVE_INFINITY
}

/** Stops watching adds that have rested for a long time. */
export const forgetStanding = (adds: LargeAdds, atMs: Instant): void => {
  for (const add of adds.watched.values()) {
    if (atMs - add.addedMs <= MICRO_RULES.watchedMs) return
    dismissLarge(adds, add)
  }
}

export const isUntraded = ({ traded, size }: LargeAdd): boolean => traded <= size * MICRO_RULES.tradedShareMax

/** Returns the change in imbalance from `from` to `to`, positive toward the side of `direction`. */
export const signedMove = (direction: Direction, from: number, to: number): number => (to - from) * direction

/** Returns the side that a trade takes liquidity from: a buyer takes from the asks. */
export const takenFrom = (takerSide: 'BUY' | 'SELL'): Direction => (takerSide === 'BUY' ? -1 : 1)

const levelKey = (price: Ticks, direction: Direction): number => price * direction

const dropOldest = (adds: LargeAdds): void => {
  for (const add of adds.watched.values()) {
    dismissLarge(adds, add)
    return
  }
}
