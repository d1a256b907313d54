/** Merges items from the stream into a list loaded from the API. */

/** Identity, sort order and versions of the items of a merged list. */
export interface Identity<Item> {
  readonly getId: (item: Item) => string
  /** Sort order of the list. */
  readonly order: (a: Item, b: Item) => number
  /** Returns whether the streamed version of an item is the newer one; it is by default. */
  readonly isNewer?: (live: Item, read: Item) => boolean
}

interface Read<Item> {
  /** Items loaded page by page; undefined until the first page is loaded. */
  readonly items: readonly Item[] | undefined
  /** True when older items were not loaded. */
  readonly hasMore: boolean
}

/**
 * Merges loaded and streamed items into one list, with the newer version of each. Streamed items beyond the last
 * loaded page are held until the list reaches them: without the items in between they would appear adjacent.
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

/** Returns the time of a merged list: when it was loaded, or the time of the newest streamed item. */
export const asOfMerged = (readAt: string | undefined, liveAt: readonly string[]): string | undefined =>
  readAt && liveAt.reduce((newest, at) => (at > newest ? at : newest), readAt)
