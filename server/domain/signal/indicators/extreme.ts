import { assert } from '../../../core/assert.ts'

/**
 * Returns the greatest or least of the last `n` values, as `pick` selects between two; NaN until there are `n` values,
 * and while any of them is NaN. A ring buffer retains only the values that no later value exceeds, so that each value
 * enters and leaves once.
 */
export const extreme = (n: number, pick: (a: number, b: number) => number): ((x: number) => number) => {
  assert(Number.isInteger(n) && n > 0, `a window must have at least one value, not ${n}`)
  const values = new Float64Array(n)
  const positions = new Float64Array(n)
  const isHighest = pick(0, 1) === 1
  let [first, kept] = [0, 0]
  let position = 0
  let nanAt = 0
  const toIndex = (place: number): number => (first + place < n ? first + place : first + place - n)
  const at = (ring: Float64Array, place: number): number => ring[toIndex(place)] ?? Number.NaN
  /** Returns whether no window with `x` in it needs the value; of two zeros, `pick` selects one by its sign. */
  const isReplaced = (value: number, x: number): boolean =>
    value === x ? Object.is(pick(value, x), x) : isHighest === value < x

  return (x) => {
    position++
    if (Number.isNaN(x)) {
      nanAt = position
      kept = 0
      return x
    }
    if (kept > 0 && at(positions, 0) <= position - n) {
      first = toIndex(1)
      kept--
    }
    while (kept > 0 && isReplaced(at(values, kept - 1), x)) kept--
    values[toIndex(kept)] = x
    positions[toIndex(kept)] = position
    kept++
    return position - nanAt < n ? Number.NaN : at(values, 0)
  }
}
