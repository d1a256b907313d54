/** Thrown when a write fails for now; it may succeed later. The message contains the remedy for the operator. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
}
