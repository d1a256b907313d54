import type { Random } from '../../../server/core/random.ts'

/** Named draws from one seeded generator. */
export interface Draw {
  readonly random: Random
  /** Returns an integer from `low` to `high`, inclusive. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Returns an exponentially distributed time with this mean, until the next random event. */
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
