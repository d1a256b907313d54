import { assert } from './assert.ts'

/** FIFO queue with a capacity limit. A full queue refuses items; the caller decides what to drop. */
export interface BoundedQueue<T> {
  readonly size: number
  readonly room: number
  /** Returns false, without adding, when the queue is full. */
  offer(item: T): boolean
  take(): T | undefined
}

/** Creates a ring over one array that grows up to `limit` and retains its memory. */
export const createBoundedQueue = <T>(limit: number): BoundedQueue<T> => {
  assert(Number.isSafeInteger(limit) && limit > 0, `queue limit ${limit} must be a positive integer`)
  const items: (T | undefined)[] = []
  let head = 0
  let size = 0
  return {
    get size() {
      return size
    },
    get room() {
      return limit - size
    },
    offer(item) {
      if (size === limit) return false
      items[(head + size) % limit] = item
      size++
      return true
    },
    take() {
      if (size === 0) return undefined
      const item = items[head]
      items[head] = undefined
      head = (head + 1) % limit
      size--
      return item
    },
  }
}
