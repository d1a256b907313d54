/** Something small the host has laid down, kept where it outlives the process. */
export interface StoredValue<T> {
  /** Undefined where it cannot be read. */
  get(): T | undefined
  /** Durable when it returns; throws a `StoreFailure` when it cannot be. */
  set(value: T): void
}
