/** Equity over time in typed arrays, which hold a year of minutes in little memory. */

import type { Instant } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'

export interface EquityPoint {
  readonly atMs: Instant
  readonly equity: Money
}

/** A list of equity points, to which points can only be added. */
export interface EquityPoints extends Iterable<EquityPoint> {
  /** Adds a point unless its equity is that of the last one. */
  add(atMs: Instant, equity: Money): void
}

/** Returns the points of two ascending lists in order of time; of points at the same time, those of `first` first. */
export const mergePoints = (first: Iterable<EquityPoint>, second: Iterable<EquityPoint>): Iterable<EquityPoint> => ({
  *[Symbol.iterator]() {
    const others = second[Symbol.iterator]()
    let other = others.next()
    for (const point of first) {
      for (; !other.done && other.value.atMs < point.atMs; other = others.next()) yield other.value
      yield point
    }
    for (; !other.done; other = others.next()) yield other.value
  },
})

export const createEquityPoints = (): EquityPoints => {
  let times = new Float64Array(FIRST_CAPACITY)
  let equities = new BigInt64Array(FIRST_CAPACITY)
  let length = 0
  const grow = (): void => {
    const [longerTimes, longerEquities] = [new Float64Array(2 * length), new BigInt64Array(2 * length)]
    longerTimes.set(times)
    longerEquities.set(equities)
    times = longerTimes
    equities = longerEquities
  }
  return {
    add(atMs, equity) {
      if (length > 0 && equities[length - 1] === equity) return
      if (length === times.length) grow()
      times[length] = atMs
      equities[length] = equity
      length++
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) {
        yield { atMs: times[index] ?? 0, equity: equities[index] ?? 0n }
      }
    },
  }
}

const FIRST_CAPACITY = 1_024
