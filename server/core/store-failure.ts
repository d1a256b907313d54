/** What has to be written cannot be, now; it may be possible later. The message tells the operator what to do. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
}
