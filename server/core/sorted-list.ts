/** Lists that are kept in order while items are added and removed. */

type Compare<T> = (a: T, b: T) => number

/** Inserts an item after those that are not greater. */
export const insertSorted = <T>(list: T[], item: T, compare: Compare<T>): void => {
  list.splice(
    findPlace(list, (other) => compare(other, item) <= 0),
    0,
    item,
  )
}

/** Removes an item of the list. */
export const removeSorted = <T>(list: T[], item: T, compare: Compare<T>): void => {
  const first = findPlace(list, (other) => compare(other, item) < 0)
  const index = list.indexOf(item, first)
  if (index >= 0) list.splice(index, 1)
}

/** Returns the index of the first item that does not come before the place. */
const findPlace = <T>(list: readonly T[], comesBefore: (item: T) => boolean): number => {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (comesBefore(list[middle] as T)) from = middle + 1
    else to = middle
  }
  return from
}
