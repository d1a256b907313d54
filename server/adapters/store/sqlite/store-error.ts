/** A fault of the store in words an operator can act on. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
