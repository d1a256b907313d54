import { StoreFailure } from '../core/errors.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { AccountLog } from './ports.ts'

/**
 * Wraps an account log so that appends are retried during a brief store failure; a retried append is stored only once.
 */
export const createRetryingLog = (
  log: Pick<AccountLog, 'append'>,
  { monotonic, pause }: RetryingLogParts,
): Pick<AccountLog, 'append'> => ({
  async append(batch) {
    const untilMs = monotonic() + RETRY_MAX_MS
    for (;;) {
      try {
        return await log.append(batch)
      } catch (error) {
        if (!(error instanceof StoreFailure) || monotonic() >= untilMs) throw error
        await pause(RETRY_AFTER_MS)
      }
    }
  },
})

interface RetryingLogParts {
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

/** Time for which an append is retried while the store does not confirm it, and the interval between two attempts. */
const RETRY_MAX_MS = 2 * SECOND_MS
const RETRY_AFTER_MS = 100
