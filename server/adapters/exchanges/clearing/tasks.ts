import { toError } from '../../../core/errors.ts'
import { SECOND_MS } from '../../../core/instant.ts'
import type { ClearingVenueParts } from './venue.ts'

/**
 * Creates the scheduler of the built-in exchange on the timers of this process; errors of its tasks are passed to
 * `fail`.
 */
export const scheduleTasks = (
  fail: (error: Error) => void,
): Required<Pick<ClearingVenueParts, 'schedule' | 'retry'>> => {
  const run = (task: () => void): void => {
    try {
      task()
    } catch (error) {
      fail(toError(error))
    }
  }
  return {
    schedule: (task) => void setImmediate(run, task),
    retry: (task) => void setTimeout(run, RETRY_MS, task).unref(),
  }
}

/** Pause between two attempts to write what could not be written. */
const RETRY_MS = SECOND_MS
