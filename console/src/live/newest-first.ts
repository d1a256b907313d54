/** The order in which the server lists things: by their instant, the newest first, and of one instant by their ids. */
export const newestFirst =
  <Item>(atOf: (item: Item) => string, idOf: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    backwards(atOf(a), atOf(b)) || backwards(idOf(a), idOf(b))

const backwards = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)
