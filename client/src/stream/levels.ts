/** Price levels of an order book: their order, changes to them, and the comparison of exact decimal strings. */

/** Price and quantity, as exact decimal strings. */
export type Level = readonly [price: string, qty: string]

/** Returns whether the first of two prices is nearer to the best price. */
type Nearer = (a: string, b: string) => boolean

export const bidFirst: Nearer = (a, b) => compareDecimals(a, b) > 0
export const askFirst: Nearer = (a, b) => compareDecimals(a, b) < 0

/** Compares two non-negative decimal strings digit by digit, since they may exceed the precision of numbers. */
export const compareDecimals = (a: string, b: string): number => {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  const digits = Math.max(fractionA.length, fractionB.length)
  const [left, right] = [wholeA + fractionA.padEnd(digits, '0'), wholeB + fractionB.padEnd(digits, '0')]
  return left === right ? 0 : left < right ? -1 : 1
}

const isNothing = (qty: string): boolean => /^0(\.0*)?$/.test(qty)

/** Returns one side of a book after changes to its levels; a quantity of zero removes a level. */
export const changedLevels = (
  levels: readonly Level[],
  changes: readonly Level[],
  isNearer: Nearer,
): readonly Level[] => {
  if (changes.length === 0) return levels
  const changed = [...levels]
  for (const change of changes) {
    const [price, qty] = change
    const at = findLevelIndex(changed, price, isNearer)
    const stands = changed[at] !== undefined && compareDecimals(changed[at][0], price) === 0
    if (isNothing(qty)) changed.splice(at, stands ? 1 : 0)
    else changed.splice(at, stands ? 1 : 0, change)
  }
  return changed
}

/** Returns the index of the price, or the index at which it would be inserted. */
const findLevelIndex = (levels: readonly Level[], price: string, isNearer: Nearer): number => {
  let [low, high] = [0, levels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const level = levels[middle]
    if (level && isNearer(level[0], price)) low = middle + 1
    else high = middle
  }
  return low
}
