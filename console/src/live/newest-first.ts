/** The order in which the server lists things: by their instant, the newest first, and of one instant by their ids. */
export const newestFirst =
  <Item>(getInstant: (item: Item) => string, getId: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    backwards(getInstant(a), getInstant(b)) || backwards(getId(a), getId(b))

const backwards = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)
