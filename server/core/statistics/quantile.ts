/**
 * Returns the quantile of sorted values, interpolated linearly (type 7 of Hyndman and Fan 1996); NaN without values. Values
 * may be infinite: those beyond the quantile do not affect it.
 */
export const computeQuantile = (sorted: ArrayLike<number>, share: number): number => {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low === high ? low : low + (high - low) * (place - below)
}
