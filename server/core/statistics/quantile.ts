/** Returns the quantile of sorted values, interpolated linearly (type 7 of Hyndman and Fan 1996). */
export const computeQuantile = (sorted: ArrayLike<number>, share: number): number => {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN
  return low + (high - low) * (place - below)
}
