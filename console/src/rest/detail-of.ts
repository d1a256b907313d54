import { PlimsollError } from '@plimsoll/client'

/** What went wrong, in a sentence. */
export const errorDetail = (error: unknown): string => (error instanceof PlimsollError ? error.detail : String(error))
