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
  /** Adds a point like `add`, with an equity that a double represents exactly. */
  addNumber(atMs: Instant, equity: number): void
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
  let equities = new Float64Array(FIRST_CAPACITY)
  /** Equities that a double does not represent exactly, by their index. */
  const large = new Map<number, Money>()
  let length = 0
  const grow = (values: Float64Array): Float64Array<ArrayBuffer> => {
    const longer = new Float64Array(2 * length)
    longer.set(values)
    return longer
  }
  const addNumber = (atMs: Instant, equity: number): void => {
    if (length > 0 && equities[length - 1] === equity) return
    if (length === times.length) [times, equities] = [grow(times), grow(equities)]
    times[length] = atMs
    equities[length] = equity
    length++
  }
  return {
    addNumber,
    add(atMs, equity) {
      const value = Number(equity)
      if (Number.isSafeInteger(value)) return addNumber(atMs, value)
      if (large.get(length - 1) === equity) return
      large.set(length, equity)
      addNumber(atMs, Number.NaN)
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) {
        yield { atMs: times[index] ?? 0, equity: large.get(index) ?? BigInt(equities[index] ?? 0) }
      }
    },
  }
}

const FIRST_CAPACITY = 1_024
