/**
 * Creates the Sobol sequence with a digital shift for each dimension: point `index` in [0, 1) of every dimension. Among
 * the first 2^k points of a dimension, one is in each interval of length 2^−k (Sobol 1967; Joe and Kuo 2008).
 */
export const createSobol = (shifts: readonly number[]): ((index: number) => readonly number[]) => {
  const directions = shifts.map((_, dimension) => directionNumbers(dimension))
  return (index) => {
    const gray = index ^ (index >>> 1)
    return directions.map((numbers, dimension) => {
      let bits = (shifts[dimension] ?? 0) >>> (32 - BITS)
      for (const [bit, number] of numbers.entries()) if (((gray >>> bit) & 1) === 1) bits ^= number
      return bits / 2 ** BITS
    })
  }
}

/** Primitive polynomials and initial direction numbers of dimensions 2 to 10 (Joe and Kuo, new-joe-kuo-6, 2008). */
const DIRECTIONS: readonly (readonly [a: number, m: readonly number[]])[] = [
  [0, [1]],
  [1, [1, 3]],
  [1, [1, 3, 1]],
  [2, [1, 1, 1]],
  [1, [1, 1, 3, 3]],
  [4, [1, 3, 5, 13]],
  [2, [1, 1, 5, 5, 17]],
  [4, [1, 1, 5, 5, 5]],
  [7, [1, 1, 7, 11, 19]],
]

const BITS = 31

/** Direction numbers of a dimension, the most significant bit first. */
const directionNumbers = (dimension: number): readonly number[] => {
  const known = DIRECTIONS[dimension - 1]
  if (!known) return Array.from({ length: BITS }, (_, bit) => 2 ** (BITS - 1 - bit))
  const [a, m] = known
  const degree = m.length
  const v = m.map((value, bit) => value * 2 ** (BITS - 1 - bit))
  for (let bit = degree; bit < BITS; bit++) {
    let value = (v[bit - degree] ?? 0) ^ ((v[bit - degree] ?? 0) >>> degree)
    for (let term = 1; term < degree; term++) if (((a >>> (degree - 1 - term)) & 1) === 1) value ^= v[bit - term] ?? 0
    v.push(value)
  }
  return v
}
