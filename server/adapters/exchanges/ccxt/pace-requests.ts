/**
 * HTTP transport and rate limiting of a CCXT client: requests wait for the budget and are sent once, only to the
 * exchange, and responses update the budget.
 */

import type { Exchange } from 'ccxt'
import { SECOND_MS } from '../../../core/instant.ts'
import { presentAttempt, type Urgency } from './attempt.ts'
import {
  type Budget,
  type Now,
  noteLimit,
  notePublished,
  noteRetryAfter,
  resetPause,
  shutOut,
  spend,
} from './budget.ts'
import type { Dialect } from './dialect.ts'
import { TIMEOUT_MS } from './library.ts'
import type { ApiRequest, Count } from './request-limits.ts'
import type { Troubles } from './troubles.ts'

/** Makes the requests of a library client wait for the request allowance, and records the exchange's own counts. */
export const paceRequests = (library: Exchange, parts: PacingParts): void => {
  const { dialect, troubles, now } = parts
  library.fetchImplementation = createTransport({
    hosts: listHosts(library),
    timeoutMs: TIMEOUT_MS,
    now,
    onResponse: (response) => noteResponse(response, parts),
  })
  const weigh = library.calculateRateLimiterCost.bind(library)
  // The library passes this result to `throttle` and does nothing else with it.
  library.calculateRateLimiterCost = (api, method, path, ...rest): ApiRequest => ({
    method: String(method),
    api: String(api),
    path: String(path),
    weight: Number(weigh(api, method, path, ...rest)),
  })
  library.throttle = async (request?: unknown) => {
    const counts = isApiRequest(request) ? dialect.limits.countsFor(request) : []
    await waitForTurn(parts, counts, presentAttempt()?.urgency ?? 'HISTORY').catch((error: Error) => {
      troubles.raise(
        'RATE_LIMITED',
        `The request allowance of ${dialect.name} is used up for now; stops and cancels continue.`,
      )
      throw error
    })
  }
}

export interface PacingParts {
  readonly dialect: Dialect
  readonly budget: Budget
  readonly troubles: Troubles
  readonly now: () => Now
  readonly delay: (ms: number) => Promise<void>
}

/** Maximum time a request waits for its turn before it fails. */
const PATIENCE_MS = 10 * SECOND_MS
/** Pause when the exchange demands one without stating its length. */
const SILENCE_MS = 10 * SECOND_MS

const isApiRequest = (value: unknown): value is ApiRequest =>
  typeof value === 'object' && value !== null && 'weight' in value

/** Waits until the budget allows a request. A request that increases risk fails immediately instead of waiting. */
const waitForTurn = async (
  { budget, now, delay }: PacingParts,
  counts: readonly Count[],
  urgency: Urgency,
): Promise<void> => {
  const untilMs = now().monotonicMs + PATIENCE_MS
  for (;;) {
    const at = now()
    const waitMs = spend(budget, counts, urgency, at)
    if (waitMs <= 0) return
    noteLimit(budget, 'delayed', at)
    if (urgency === 'TRADE' || at.monotonicMs + waitMs > untilMs) {
      throw new Error('the request allowance of the exchange is used up')
    }
    await delay(waitMs)
  }
}

const noteResponse = (response: ReceivedResponse<Now>, { budget, dialect, now, troubles }: PacingParts): void => {
  const { status, headers, body, requestedAt } = response
  for (const [name, header] of dialect.limits.published) {
    const used = headers.get(header)
    if (used !== null) notePublished(budget, { name, used: Number(used), requestedAt, now: now() })
  }
  if (dialect.limits.isBanned?.(status, body)) {
    noteLimit(budget, 'http418', now())
    const silenceMs = shutOut(budget, now())
    if (silenceMs > 0)
      troubles.raise('RATE_LIMITED', `The exchange refuses all requests from this address. ${silent(silenceMs)}`)
  } else if (status === 429 || status === 418) {
    suspendRequests(response, { budget, now, troubles })
  } else if (status < 500) {
    resetPause(budget)
    troubles.clear('RATE_LIMITED')
  }
}

/** Handles a refusal for too many requests: no deferrable request is sent for as long as the exchange demands. */
const suspendRequests = (
  { status, headers }: ReceivedResponse<Now>,
  { budget, now, troubles }: Pick<PacingParts, 'budget' | 'now' | 'troubles'>,
): void => {
  noteLimit(budget, status === 429 ? 'http429' : 'http418', now())
  const silenceMs = Number(headers.get('retry-after') ?? '') * SECOND_MS || SILENCE_MS
  noteRetryAfter(budget, now().monotonicMs + silenceMs)
  troubles.raise('RATE_LIMITED', `The exchange returned ${status}. ${silent(silenceMs)}`)
}

const silent = (ms: number): string => `Requests that can wait are paused for ${Math.ceil(ms / SECOND_MS)} s.`

/** Returns the hosts used by the library, with its host name inserted into templated addresses. */
export const listHosts = ({ urls, hostname }: Pick<Exchange, 'urls' | 'hostname'>): ReadonlySet<string> =>
  new Set(
    JSON.stringify(urls.api)
      .replaceAll('{hostname}', hostname ?? '')
      .match(/(?<=https?:\/\/)[^/"]+/g),
  )

/** Content of a response. */
interface ReceivedResponse<Time> {
  readonly status: number
  readonly headers: Headers
  /** Undefined when it was truncated. */
  readonly body: string | undefined
  /** Time at which the request of this response was sent. */
  readonly requestedAt: Time
}

interface TransportParts<Time> {
  /** Only these hosts are ever contacted. */
  readonly hosts: ReadonlySet<string>
  readonly timeoutMs: number
  readonly now: () => Time
  readonly onResponse: (response: ReceivedResponse<Time>) => void
}

interface OutgoingRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Headers in which the library names the broker of an order to some exchanges; it has no option to omit them. */
const BROKER_MARKS: ReadonlySet<string> = new Set(['referer', 'x-channel-api-code'])

/**
 * Sends each request once, only to the exchange, and records on the current attempt how far it got. Broker headers are
 * removed, redirects are not followed, and the attempt makes the final decision to send.
 */
export const createTransport =
  <Time>({ hosts, timeoutMs, now, onResponse }: TransportParts<Time>) =>
  async (url: string, { method, headers, body }: OutgoingRequest): Promise<Response> => {
    const attempt = presentAttempt()
    const { host } = new URL(url)
    if (!hosts.has(host)) throw new Error(`${host} is not an address of this exchange`)
    const reason = attempt?.getBlocker?.()
    if (reason !== undefined) throw new Error(reason)
    if (attempt) {
      attempt.sent++
      attempt.status = undefined
      attempt.body = undefined
    }
    const requestedAt = now()
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, {
      method,
      headers: unmarked(headers),
      body: body ?? null,
      redirect: 'error',
      signal,
    })
    if (attempt) attempt.status = answer.status
    let text: string | undefined
    try {
      text = await answer.text()
    } finally {
      onResponse({ status: answer.status, headers: answer.headers, body: text, requestedAt })
    }
    if (attempt) attempt.body = text
    return new Response(text, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
  }

const unmarked = (headers: OutgoingRequest['headers']): OutgoingRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !BROKER_MARKS.has(name.toLowerCase())))
