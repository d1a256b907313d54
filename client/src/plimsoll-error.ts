/** Errors thrown by the client: their codes, and the conversion of error responses. */

import type { components } from './generated/openapi.ts'
import { REMEDIES } from './generated/remedies.ts'

/** Error response of the API: a problem document (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** Error codes: problems of the API, and errors detected by this client. */
export type ErrorCode = keyof typeof REMEDIES | keyof typeof OWN_REMEDIES

/** Remedies for the errors this client detects. */
const OWN_REMEDIES = {
  UNREACHABLE: 'Check that the server is running and the address is correct.',
  UNEXPECTED_ANSWER: "The response is not in the server's format; it probably came from a proxy. See `detail`.",
  STREAM_REFUSED: 'Check `detail`; the channels are listed at /api-docs/streams.',
  STREAM_CLOSED: 'Open a new stream.',
  STREAM_FAILED: 'Log in again and open a new stream.',
} as const

interface Facts {
  readonly code: ErrorCode
  readonly detail: string
  readonly status?: number
  readonly remedy?: string
  readonly problem?: Problem
  readonly retryAfterMs?: number
  readonly idempotencyKey?: string
  readonly cause?: unknown
}

/** Error thrown by this client: what failed, why, and how to fix it. */
export class PlimsollError extends Error {
  override readonly name = 'PlimsollError'
  /** Stable, for programs. */
  readonly code: ErrorCode
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number
  readonly detail: string
  /** Remedy for the caller. */
  readonly remedy: string
  /** True when the same call may succeed later. */
  readonly retryable: boolean
  /** Delay that the server requests before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** The full problem document, including its extension members: `gates`, `errors`, `requiredAnyOf` … */
  readonly problem: Problem | undefined
  /** Key of a write whose outcome may be unknown; repeat the call with the same key to get the outcome. */
  readonly idempotencyKey: string | undefined

  constructor({ code, detail, status = 0, remedy, problem, retryAfterMs, idempotencyKey, cause }: Facts) {
    super(`${code}: ${detail}`, { cause })
    this.code = code
    this.detail = detail
    this.status = status
    this.remedy = remedy || ({ ...OWN_REMEDIES, ...REMEDIES }[code] ?? '')
    this.retryable = problem?.retryable ?? (code === 'UNREACHABLE' || status >= 500)
    this.retryAfterMs = retryAfterMs
    this.problem = problem
    this.idempotencyKey = idempotencyKey
  }
}

/** Converts an error response to the error to throw. */
export const readError = async (response: Response, now: number, idempotencyKey?: string): Promise<PlimsollError> => {
  const text = await response.text()
  const problem = parseProblem(text)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), now)
  const code = problem ? (problem.code as ErrorCode) : 'UNEXPECTED_ANSWER'
  return new PlimsollError({
    code,
    status: response.status,
    detail: problem?.detail ?? `${response.status} ${response.statusText} ${text.slice(0, DETAIL_MAX)}`.trim(),
    ...(problem && { problem }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

const DETAIL_MAX = 200

const parseProblem = (text: string): Problem | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value
      ? (value as Problem)
      : undefined
  } catch {
    return undefined
  }
}

/** Parses a `Retry-After` header, seconds or an HTTP date, and returns the delay in milliseconds. */
export const readRetryAfter = (text: string | null, now: number): number | undefined => {
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
