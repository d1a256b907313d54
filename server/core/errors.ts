/** Errors that are reported to an operator, and the conversion of anything thrown. */

/** Reason why a start fails, with an actionable message for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Thrown when a write fails temporarily; it may succeed later. The message contains the remedy for the operator. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
}

/** Ignores a `StoreFailure`, after which the caller retries; rethrows any other error. */
export const unlessAway = (error: unknown): void => {
  if (!(error instanceof StoreFailure)) throw error
}

/** Returns the message of anything that was thrown. */
export const errorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Returns what was thrown as an error. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The caller may not stop every account of the store; nothing was stopped. */
export class BeyondReach extends Error {
  override readonly name = 'BeyondReach'
}
