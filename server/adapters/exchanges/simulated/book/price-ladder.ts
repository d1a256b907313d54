/**
 * Map from whole-number keys to values, such as ticks to price levels, with fast access to the highest key. Keys must
 * fit in a signed 32-bit integer.
 */
export interface PriceLadder<T> {
  get(key: number): T | undefined
  set(key: number, value: T): void
  remove(key: number): void
  /** `NO_KEY` when the ladder is empty. */
  highest(): number
  /** Returns the highest key below `key`, or `NO_KEY`. */
  below(key: number): number
}

/** Number of low bits in which the keys of one page differ. */
const PAGE_BITS = 10
const PAGE_SIZE = 1 << PAGE_BITS
const PAGE_MASK = PAGE_SIZE - 1
const WORD_BITS = 5
const WORD_MASK = 31

/** Empty pages retained for reuse: a price around the edge of a page should not allocate. */
const SPARE_PAGES_MAX = 4

/** Placeholder for the absence of a price key; less than every real key. */
export const NO_KEY = -(2 ** 31)

interface Page<T> {
  number: number
  values: (T | undefined)[]
  /** One bit per key that has a value. */
  words: Int32Array
  /** One bit per non-zero word. */
  summary: number
}

const highestBit = (word: number): number => WORD_MASK - Math.clz32(word)

const highestIn = (page: Page<unknown>): number => {
  const word = highestBit(page.summary)
  return (page.number << PAGE_BITS) | (word << WORD_BITS) | highestBit(page.words[word] ?? 0)
}

/** Returns a mask of the bits below bit `position`. */
const bitsBelow = (position: number): number => (1 << position) - 1

const highestInBelow = (page: Page<unknown>, offset: number): number => {
  const word = offset >>> WORD_BITS
  const rest = (page.words[word] ?? 0) & bitsBelow(offset & WORD_MASK)
  if (rest !== 0) return (page.number << PAGE_BITS) | (word << WORD_BITS) | highestBit(rest)
  const words = page.summary & bitsBelow(word)
  if (words === 0) return NO_KEY
  const next = highestBit(words)
  return (page.number << PAGE_BITS) | (next << WORD_BITS) | highestBit(page.words[next] ?? 0)
}

/**
 * Creates an empty ladder of pages indexed by key, with an occupancy bitmap, as in a van Emde Boas layout two levels
 * deep: setting, removing and finding the highest take a few instructions each, while memory depends on the number of
 * pages and not on the distance between keys.
 */
export const createPriceLadder = <T>(): PriceLadder<T> => {
  /** Pages with at least one value, highest last. */
  const pages: Page<T>[] = []
  const spare: Page<T>[] = []
  let recent: Page<T> | undefined

  const createPage = (number: number): Page<T> => ({
    number,
    values: new Array<T | undefined>(PAGE_SIZE).fill(undefined),
    words: new Int32Array(PAGE_SIZE >>> WORD_BITS),
    summary: 0,
  })

  /** Index of the first page whose number is at least `number`. */
  const lowerBound = (number: number): number => {
    let index = pages.length
    while (index > 0 && (pages[index - 1]?.number ?? NO_KEY) >= number) index--
    return index
  }

  const findPage = (key: number): Page<T> | undefined => {
    const number = key >> PAGE_BITS
    if (recent?.number === number) return recent
    const page = pages[lowerBound(number)]
    if (page?.number !== number) return undefined
    recent = page
    return page
  }

  const addPage = (key: number): Page<T> => {
    const number = key >> PAGE_BITS
    const page = spare.pop() ?? createPage(number)
    page.number = number
    pages.splice(lowerBound(number), 0, page)
    recent = page
    return page
  }

  const dropPage = (page: Page<T>): void => {
    pages.splice(pages.indexOf(page), 1)
    if (spare.length < SPARE_PAGES_MAX) spare.push(page)
    recent = undefined
  }

  return {
    get: (key) => findPage(key)?.values[key & PAGE_MASK],
    set(key, value) {
      const page = findPage(key) ?? addPage(key)
      const offset = key & PAGE_MASK
      page.values[offset] = value
      const word = offset >>> WORD_BITS
      page.words[word] = (page.words[word] ?? 0) | (1 << (offset & WORD_MASK))
      page.summary |= 1 << word
    },
    remove(key) {
      const page = findPage(key)
      const offset = key & PAGE_MASK
      if (page?.values[offset] === undefined) return
      page.values[offset] = undefined
      const word = offset >>> WORD_BITS
      const rest = (page.words[word] ?? 0) & ~(1 << (offset & WORD_MASK))
      page.words[word] = rest
      if (rest === 0) page.summary &= ~(1 << word)
      if (page.summary === 0) dropPage(page)
    },
    highest() {
      const page = pages.at(-1)
      return page ? highestIn(page) : NO_KEY
    },
    below(key) {
      const number = key >> PAGE_BITS
      const index = lowerBound(number)
      const page = pages[index]
      const near = page?.number === number ? highestInBelow(page, key & PAGE_MASK) : NO_KEY
      if (near !== NO_KEY) return near
      const next = pages[index - 1]
      return next ? highestIn(next) : NO_KEY
    },
  }
}
