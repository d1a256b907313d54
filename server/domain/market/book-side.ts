import { type Lots, lots, type Ticks, ticks } from './instrument.ts'

export interface Level {
  readonly price: Ticks
  readonly quantity: Lots
}

/** Quantity resting in a range of a side; the value in tick·lots is a double. */
interface Resting {
  readonly quantity: number
  readonly value: number
}

/** One side of a book: absolute quantities by price, best first. */
export interface BookSide {
  readonly depth: number
  /** Sets a level; quantity zero removes it. Returns the quantity before. */
  set(price: Ticks, quantity: Lots): number
  best(): Level | undefined
  top(count: number): Level[]
  /** Everything at `price` or better. */
  within(price: number): Resting
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
      const before = keys[index] === key ? (quantities[index] as number) : 0
      if (quantity === 0) {
        if (before === 0) return 0
        keys.splice(index, 1)
        quantities.splice(index, 1)
      } else if (before > 0) quantities[index] = quantity
      else {
        keys.splice(index, 0, key)
        quantities.splice(index, 0, quantity)
      }
      return before
    },
    best: () => (keys.length === 0 ? undefined : levelAt(keys.length - 1)),
    top(count) {
      const levels: Level[] = []
      for (let index = keys.length - 1; index >= 0 && levels.length < count; index--) levels.push(levelAt(index))
      return levels
    },
    within(price) {
      let quantity = 0
      let value = 0
      for (let index = keys.length - 1; index >= 0 && (keys[index] as number) >= price * direction; index--) {
        const resting = quantities[index] as number
        quantity += resting
        value += resting * (keys[index] as number) * direction
      }
      return { quantity, value }
    },
    clear() {
      keys.length = 0
      quantities.length = 0
    },
  }
}
