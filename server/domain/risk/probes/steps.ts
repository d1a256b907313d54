type Steps = (limit: number) => readonly [inside: number, beyond: number]

/** Whole amounts of `1 / scale` of the limit's unit: up to it, and the next one. */
export const upTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.floor(exactly(limit * scale))
    return [inside, inside + 1]
  }

/** Whole amounts that stay below the limit, and the first that does not. */
export const below: Steps = (limit) => [limit - 1, limit]

/** Whole amounts of `1 / scale` of the limit's unit: down to it, and the next one. */
export const downTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.ceil(exactly(limit * scale))
    return [inside, inside - 1]
  }

/** Without what binary fractions leave behind. */
const exactly = (product: number): number => Number(product.toFixed(6))
