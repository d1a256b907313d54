/** Each value with all before it. */
export const cumulated = (xs: readonly number[]): number[] => {
  let sum = 0
  return xs.map((x) => {
    sum += x
    return sum
  })
}
