/** Returns the running sum of values. */
export const cumulativeSum = (xs: readonly number[]): number[] => {
  let sum = 0
  return xs.map((x) => {
    sum += x
    return sum
  })
}
