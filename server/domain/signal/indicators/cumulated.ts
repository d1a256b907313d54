/** Returns the running sum of values. */
export const cumulated = (xs: readonly number[]): number[] => {
  let sum = 0
  return xs.map((x) => {
    sum += x
    return sum
  })
}
