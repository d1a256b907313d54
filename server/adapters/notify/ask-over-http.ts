/** HTTP for the notification senders: one POST request with a time limit, and checks of URLs. */

import { SECOND_MS } from '../../core/instant.ts'
import { type Attempt, failedAs, SENT } from '../../messenger/ports.ts'

/** Sends a POST request once. A failure is reported by its kind only: the URL may be a secret. */
export const postOnce = async ({ url, headers, body, signal }: Question): Promise<Attempt> => {
  const late = AbortSignal.timeout(ANSWER_WITHIN_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    })
    return await judge(response)
  } catch {
    return failedAs(late.aborted ? 'TIMEOUT' : 'UNREACHABLE')
  }
}

export interface Question {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/** Maximum time until the response, longer than any healthy service takes. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS
/** Maximum size of an error response. */
const BYTES_MAX = 64 * 1024

const judge = async (response: Response): Promise<Attempt> => {
  const { status, headers } = response
  if (response.ok) {
    await response.body?.cancel()
    return SENT
  }
  if (status === 429)
    return failedAs('RATE_LIMITED', inMs(headers.get('retry-after')) ?? (await readRetryAfter(response)))
  await response.body?.cancel()
  if (status === 401 || status === 404) return failedAs('AUTHENTICATION')
  if (status === 408) return failedAs('TIMEOUT')
  if (status >= 500) return failedAs('REMOTE_FAULT', inMs(headers.get('retry-after')))
  return failedAs('REFUSED')
}

const inMs = (seconds: string | null): number | null =>
  /^\d{1,6}$/.test(seconds ?? '') ? Number(seconds) * 1_000 : null

/** Returns the demanded wait in seconds, which Telegram and Discord state in the body. */
const readRetryAfter = async (response: Response): Promise<number | null> => {
  const text = (await response.text()).slice(0, BYTES_MAX)
  const [, seconds = null] = /"retry_after"\s*:\s*(\d{1,6})/.exec(text) ?? []
  return inMs(seconds)
}

/** Text that is not displayed unless explicitly requested. */
export interface Hidden {
  reveal(): string
}

const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export const isLocalHost = (hostname: string): boolean => LOCAL.includes(hostname)

/** Returns whether a URL is encrypted or on this machine. */
export const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))
}
