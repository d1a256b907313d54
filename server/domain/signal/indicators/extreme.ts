import { assert } from '../../../core/assert.ts'

/**
 * Returns the greatest or least of the last `n` values, as `pick` selects between two; NaN until there are `n` values,
 * and while any of them is NaN. A ring buffer retains only the values that no later value exceeds, so that each value
 * enters and leaves once.
 */
export const extreme = (n: number, pick: (a: number, b: number) => number): ((x: number) => number) => {
  assert(Number.isInteger(n) && n > 0, `a window must have at least one value, not ${n}`)
  const capacity = 2 ** Math.ceil(Math.log2(n))
  const mask = capacity - 1
  const values = new Float64Array(capacity)
  const positions = new Float64Array(capacity)
  const isHighest = pick(0, 1) === 1
  /** Numbers of values removed from the start, and added at the end and not removed from there. */
  let [first, end] = [0, 0]
  let position = 0
  let nanAt = 0
  const at = (ring: Float64Array, place: number): number => ring[place & mask] ?? Number.NaN
  /** Returns whether no window with `x` in it needs the value; of two zeros, `pick` selects one by its sign. */
  const isReplaced = (value: number, x: number): boolean =>
    value === x ? x !== 0 || Object.is(pick(value, x), x) : isHighest === value < x

  return (x) => {
    position++
    if (Number.isNaN(x)) {
      nanAt = position
      end = first
      return x
    }
    if (end > first && at(positions, first) <= position - n) first++
    while (end > first && isReplaced(at(values, end - 1), x)) end--
    values[end & mask] = x
    positions[end & mask] = position
    end++
    return position - nanAt < n ? Number.NaN : at(values, first)
  }
}
