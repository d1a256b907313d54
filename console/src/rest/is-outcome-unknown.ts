import { PlimsollError } from '@plimsoll/client'

/**
 * Returns whether the outcome of a call is unknown: there was no answer, only a proxy answered, or the server failed
 * or is still processing it.
 */
export const isOutcomeUnknown = (error: unknown): error is PlimsollError =>
  error instanceof PlimsollError &&
  (error.status === 0 ||
    error.code === 'IDEMPOTENCY_IN_PROGRESS' ||
    (error.status >= SERVER_FAULT && (!error.problem || error.code === 'INTERNAL_ERROR')))

const SERVER_FAULT = 500
