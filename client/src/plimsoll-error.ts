import type { components } from './generated/openapi.ts'
import { REMEDIES } from './generated/remedies.ts'

/** RFC 9457, as the API answers. */
export type Problem = components['schemas']['Problem']

/** What can be wrong: a problem of the API, or one that this side has found. */
export type ErrorCode = keyof typeof REMEDIES | keyof typeof OWN_REMEDIES

/** What this side finds by itself. */
const OWN_REMEDIES = {
  UNREACHABLE: 'Look whether the server runs and the address is right.',
  UNEXPECTED_ANSWER: 'Something between here and the server has answered; look at `detail`.',
  STREAM_REFUSED: 'Look at `detail`; the channels are listed at /api-docs/streams.',
  STREAM_CLOSED: 'Open another stream.',
  STREAM_FAILED: 'Log in again and open another stream.',
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

/** Whatever has gone wrong between here and the server: what, why, and what can be done about it. */
export class PlimsollError extends Error {
  override readonly name = 'PlimsollError'
  /** Stable, for programs. */
  readonly code: ErrorCode
  /** Of the answer; 0 where there was none. */
  readonly status: number
  readonly detail: string
  /** What can be done. */
  readonly remedy: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** How long the server asks to wait before it is asked again. */
  readonly retryAfterMs: number | undefined
  /** The whole answer, with the members of its kind: `gates`, `errors`, `requiredAnyOf` … */
  readonly problem: Problem | undefined
  /** Of a write whose outcome may be unknown: the same call with the same key finds it out. */
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

/** The error that an answer is. */
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

/** Seconds, or an HTTP date. */
export const readRetryAfter = (text: string | null, now: number): number | undefined => {
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
