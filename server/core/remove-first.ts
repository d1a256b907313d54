/** Number of items from which an array is long: V8 then moves all items to remove the first. */
const LONG = 10_000
const REMOVED_AT_ONCE = 500

/**
 * Removes the first items that match, from a chronological array. From a long array they are removed in bulk, so that
 * fewer than 500 that match may remain.
 */
export const removeFirst = <T>(items: T[], matches: (item: T) => boolean): void => {
  const count = items.length < LONG ? 1 : REMOVED_AT_ONCE
  for (let last = items[count - 1]; last !== undefined && matches(last); last = items[count - 1]) {
    if (count === 1) items.shift()
    else items.splice(0, count)
  }
}
