import { PlimsollError } from '@plimsoll/client'

/** Returns the message of an API or other error as a sentence. */
export const errorDetail = (error: unknown): string =>
  error instanceof PlimsollError ? error.detail : String(error).replace(/^Error: /, '')
