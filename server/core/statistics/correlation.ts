/** Returns Pearson's correlation of two series of the same length; null when one of them does not vary. */
export const computeCorrelation = (a: ArrayLike<number>, b: ArrayLike<number>): number | null => {
  const n = a.length
  let [sumA, sumB] = [0, 0]
  for (let index = 0; index < n; index++) {
    sumA += a[index] ?? 0
    sumB += b[index] ?? 0
  }
  const [meanA, meanB] = [sumA / n, sumB / n]
  let [both, ofA, ofB] = [0, 0, 0]
  for (let index = 0; index < n; index++) {
    const x = (a[index] ?? 0) - meanA
    const y = (b[index] ?? 0) - meanB
    both += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA > 0 && ofB > 0 ? Math.max(-1, Math.min(1, both / Math.sqrt(ofA * ofB))) : null
}
