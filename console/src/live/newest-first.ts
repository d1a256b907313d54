/** Compares items in the list order of the server: newest first, and by ID when the times are equal. */
export const newestFirst =
  <Item>(getInstant: (item: Item) => string, getId: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    backwards(getInstant(a), getInstant(b)) || backwards(getId(a), getId(b))

const backwards = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)
