import { type Lots, lots, type Ticks, ticks } from './instrument.ts'

export interface Level {
  readonly price: Ticks
  readonly quantity: Lots
}

/** One side of a book: absolute quantities by price, best first. */
export interface BookSide {
  readonly depth: number
  /** Quantity zero removes the level. */
  set(price: Ticks, quantity: Lots): void
  best(): Level | undefined
  top(count: number): Level[]
  clear(): void
}

/**
 * Two parallel arrays with the best level last: almost every change happens near the touch, where inserting into a
 * sorted array moves few elements.
 */
export const createBookSide = (side: 'BID' | 'ASK'): BookSide => {
  const direction = side === 'BID' ? 1 : -1
  const keys: number[] = []
  const quantities: number[] = []

  const lowerBound = (key: number): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  const levelAt = (index: number): Level => ({
    price: ticks((keys[index] as number) * direction),
    quantity: lots(quantities[index] as number),
  })

  return {
    get depth() {
      return keys.length
    },
    set(price, quantity) {
      const key = price * direction
      const index = lowerBound(key)
      const present = keys[index] === key
      if (quantity === 0) {
        if (!present) return
        keys.splice(index, 1)
        quantities.splice(index, 1)
      } else if (present) quantities[index] = quantity
      else {
        keys.splice(index, 0, key)
        quantities.splice(index, 0, quantity)
      }
    },
    best: () => (keys.length === 0 ? undefined : levelAt(keys.length - 1)),
    top(count) {
      const levels: Level[] = []
      for (let index = keys.length - 1; index >= 0 && levels.length < count; index--) levels.push(levelAt(index))
      return levels
    },
    clear() {
      keys.length = 0
      quantities.length = 0
    },
  }
}
