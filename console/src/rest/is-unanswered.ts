import { PlimsollError } from '@plimsoll/client'

const SERVER_FAULT = 500

/** Whether it is left open what a call has done: nobody has answered it, or only something on the way, the server has failed at it or is still at it. */
export const isUnanswered = (error: unknown): error is PlimsollError =>
  error instanceof PlimsollError &&
  (error.status === 0 ||
    error.code === 'IDEMPOTENCY_IN_PROGRESS' ||
    (error.status >= SERVER_FAULT && (!error.problem || error.code === 'INTERNAL_ERROR')))
