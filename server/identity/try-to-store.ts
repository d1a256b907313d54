import { StoreFailure } from '../core/errors.ts'
import { err, ok, type Result } from '../core/result.ts'

/** Returns the result of `work`, or why it could not be stored; any other error is thrown. */
export const tryToStore = <T>(work: () => T): Result<T, StoreFailure> => {
  try {
    return ok(work())
  } catch (error) {
    if (error instanceof StoreFailure) return err(error)
    throw error
  }
}
