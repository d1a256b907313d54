interface Read<Item> {
  /** What was read page by page; undefined until the first was. */
  readonly items: readonly Item[] | undefined
  /** Whether there are older ones that were not read. */
  readonly hasMore: boolean
}

export interface Identity<Item> {
  readonly getId: (item: Item) => string
  /** What comes first in the list. */
  readonly order: (a: Item, b: Item) => number
  /** Of two that are the same, whether what was told is the newer; it is where nothing is said. */
  readonly isNewer?: (live: Item, read: Item) => boolean
}

/**
 * One list of what was read and what was told since; of one thing that is both, the newer. What was told from beyond the last page
 * waits until the list has come so far: it would stand there as if nothing were between.
 */
export const mergeLive = <Item>(
  { items, hasMore }: Read<Item>,
  liveItems: readonly Item[],
  { getId, order, isNewer = () => true }: Identity<Item>,
): readonly Item[] | undefined => {
  if (!items) return undefined
  const last = hasMore ? items.at(-1) : undefined
  const isReached = (item: Item): boolean => last === undefined || order(item, last) <= 0
  const joined = new Map(items.map((item) => [getId(item), item]))
  for (const item of liveItems) {
    const read = joined.get(getId(item))
    if (read === undefined ? isReached(item) : isNewer(item, read)) joined.set(getId(item), item)
  }
  return [...joined.values()].toSorted(order)
}

/** When a list was as it is: when it was read, or when the newest of what was told since came about. */
export const asOfJoined = (readAt: string | undefined, liveAt: readonly string[]): string | undefined =>
  readAt && liveAt.reduce((newest, at) => (at > newest ? at : newest), readAt)
