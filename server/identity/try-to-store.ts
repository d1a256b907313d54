import { err, ok, type Result } from '../core/result.ts'
import { IdentityStoreFailure } from './identity-store.ts'

/** What `work` answers, or why it could not be stored; any other fault is thrown. */
export const tryToStore = <T>(work: () => T): Result<T, IdentityStoreFailure> => {
  try {
    return ok(work())
  } catch (error) {
    if (error instanceof IdentityStoreFailure) return err(error)
    throw error
  }
}
