import { type ErrorCode, PlimsollError, readError } from './plimsoll-error.ts'
import { lostAfterMs, mayRepeat, repeatAfterMs } from './retry.ts'
import { getSafety, type Safety } from './safety.ts'
import { type Surroundings, wait } from './surroundings.ts'

/**
 * Sends a call with authentication and timeout, and retries it until answered if repetition is safe; throws a
 * `PlimsollError` for any error response.
 */
export const send = async (parts: SendParts, call: Call, tokens?: TokenSource): Promise<Response> => {
  const { surroundings, deadlineMs } = parts
  const safety = getSafety(call.method, new URL(call.url, 'http://relative').pathname)
  if (safety === 'KEYED' && !call.headers.has(KEY)) call.headers.set(KEY, surroundings.makeKey())
  const endsAt = surroundings.now() + deadlineMs
  const failed: PlimsollError[] = []
  for (let attempt = 0; ; attempt++) {
    const answer = await withToken(
      surroundings,
      { ...call, safety, withinMs: lostAfterMs(safety, attempt), endsAt },
      tokens,
    )
    if (!(answer instanceof PlimsollError)) return answer
    failed.push(answer)
    const pauseMs = repeatAfterMs(safety, answer, attempt, surroundings.random)
    if (!mayRepeat(safety, answer) || surroundings.now() + pauseMs >= endsAt) throw reasonAmong(failed, answer)
    await wait(surroundings, pauseMs, call.signal)
  }
}

/** Dependencies of `send`. */
export interface SendParts {
  readonly surroundings: Surroundings
  /** Time within which a call succeeds or fails. */
  readonly deadlineMs: number
}

/** A request, independent of the number of attempts. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
  readonly signal: AbortSignal
}

/** Source of the token of a call, and of a new one after a rejection. */
export interface TokenSource {
  accessToken(signal: AbortSignal, urgent: boolean): Promise<string>
  /** Returns a newer token than the refused one. */
  renew(refused: string, signal: AbortSignal, urgent: boolean): Promise<string>
}

const KEY = 'idempotency-key'

/** Returns the error to report: a retryable last error does not settle an earlier attempt without an answer. */
const reasonAmong = (failed: readonly PlimsollError[], last: PlimsollError): PlimsollError =>
  last.retryable ? (failed.findLast(({ code }) => OPEN.includes(code)) ?? last) : last

const OPEN: readonly ErrorCode[] = ['UNREACHABLE', 'UNEXPECTED_ANSWER']

interface Attempt extends Call {
  readonly safety: Safety
  readonly withinMs: number
  readonly endsAt: number
}

/** Makes one attempt with a token. A refused token is replaced once: a call answered with 401 had no effect. */
const withToken = async (
  surroundings: Surroundings,
  attempt: Attempt,
  tokens: TokenSource | undefined,
): Promise<Response | PlimsollError> => {
  if (!tokens) return once(surroundings, attempt)
  const { signal, safety } = attempt
  const urgent = safety === 'URGENT'
  const token = await tokens.accessToken(signal, urgent)
  const answer = await once(surroundings, bearing(attempt, token))
  if (!(answer instanceof PlimsollError) || answer.status !== 401) return answer
  const renewed = await tokens.renew(token, signal, urgent).catch(() => undefined)
  return renewed === undefined ? answer : once(surroundings, bearing(attempt, renewed))
}

const bearing = (attempt: Attempt, token: string): Attempt => {
  const headers = new Headers(attempt.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...attempt, headers }
}

/** Makes one attempt and reads the whole response; an interrupted response counts as unanswered. */
const once = async (surroundings: Surroundings, attempt: Attempt): Promise<Response | PlimsollError> => {
  const { fetch, now, after } = surroundings
  const { method, url, headers, body, signal, withinMs, endsAt } = attempt
  signal.throwIfAborted()
  const timeout = new AbortController()
  const cancel = after(Math.min(withinMs, endsAt - now()), () => timeout.abort(new Error('no response in time')))
  const either = AbortSignal.any([signal, timeout.signal])
  const key = headers.get(KEY) ?? undefined
  try {
    const response = await whole(
      await fetch(url, { method, headers, signal: either, ...(body !== undefined && { body }) }),
    )
    return response.ok || response.status === 304 ? response : await readError(response, now(), key)
  } catch (cause) {
    signal.throwIfAborted()
    const detail = `${method} ${url} was not answered: ${describeCause(cause)}`
    return new PlimsollError({
      code: 'UNREACHABLE',
      detail,
      cause,
      ...(key !== undefined && { idempotencyKey: key }),
    })
  } finally {
    cancel()
  }
}

const whole = async (response: Response): Promise<Response> => {
  const { status, statusText, headers } = response
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
}

const describeCause = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message
}
