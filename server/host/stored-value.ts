/** A small value set by the host, stored so that it outlives the process. */
export interface StoredValue<T> {
  /** Undefined where it cannot be read. */
  get(): T | undefined
  /** Durable when it returns; throws a `StoreFailure` when it cannot be. */
  set(value: T): void
}
