import type { Random } from '../../../server/core/random.ts'

/** Named draws from one seeded generator. */
export interface Draw {
  readonly random: Random
  /** Complete, from `low` to `high`, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Exponential with this mean: the time to the next of events that come at random. */
  wait(meanMs: number): number
}

const itemAt = <T>(items: readonly T[], index: number): T => {
  if (index >= items.length) throw new RangeError('there is nothing to pick from')
  return items[index] as T
}

export const createDraw = (random: Random): Draw => ({
  random,
  whole: (low, high) => low + Math.floor(random() * (high - low + 1)),
  chance: (probability) => random() < probability,
  pick: (items) => itemAt(items, Math.floor(random() * items.length)),
  wait: (meanMs) => Math.ceil(-Math.log(1 - random()) * meanMs),
})
