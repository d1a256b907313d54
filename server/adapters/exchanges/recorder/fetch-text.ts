import { SECOND_MS } from '../../../core/instant.ts'
import { err, ok, type Result } from '../../../core/result.ts'

/** Reason for a missing response, and the pause the exchange demands, where it states one. */
export interface RestFault {
  readonly reason: string
  readonly retryAfterMs: number | null
}

const ANSWER_WITHIN_MS = 10 * SECOND_MS
const EXCERPT_MAX = 200

/** The text of an answer, as it came. Never rejects. */
export const fetchText = async (url: string, signal: AbortSignal): Promise<Result<string, RestFault>> => {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    const response = await fetch(url, { signal: within, redirect: 'error' })
    const text = await response.text()
    if (response.ok) return ok(text)
    const reason = `${response.status} ${text.slice(0, EXCERPT_MAX)}`.trim()
    return err({ reason, retryAfterMs: parseRetryAfter(response.headers.get('retry-after')) })
  } catch (error) {
    return err({ reason: describeError(error), retryAfterMs: null })
  }
}

const parseRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) * SECOND_MS : null

/** Returns the reason of an error: `fetch failed` alone is not informative. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
