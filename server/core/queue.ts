/** FIFO queue without a limit. */
export interface Queue<T> {
  readonly size: number
  add(item: T): void
  /** Removes the oldest items, at most `count`, and returns them in order. */
  take(count: number): readonly T[]
}

/** Creates a queue that moves at most one item per item taken; `splice` on an array moves all remaining ones. */
export const createQueue = <T>(): Queue<T> => {
  let items: T[] = []
  let head = 0
  return {
    get size() {
      return items.length - head
    },
    add(item) {
      items.push(item)
    },
    take(count) {
      const taken = items.slice(head, head + count)
      head += taken.length
      if (2 * head >= items.length) {
        items = items.slice(head)
        head = 0
      }
      return taken
    },
  }
}
