import { presentAttempt } from './attempt.ts'

/** Content of a response. */
export interface ReceivedResponse<Time> {
  readonly status: number
  readonly headers: Headers
  /** Undefined where it was cut off. */
  readonly body: string | undefined
  /** Time at which the request of this response was sent. */
  readonly requestedAt: Time
}

export interface TransportParts<Time> {
  /** The only hosts that are ever reached. */
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

/** Headers in which the library names the broker of an order to some exchanges; it has no option to leave them out. */
const BROKER_MARKS: ReadonlySet<string> = new Set(['referer', 'x-channel-api-code'])

/**
 * Sends each request once, only to the exchange, and records on the present attempt how far it came. Broker headers are
 * left out, redirects are not followed, and the attempt decides last whether bytes are sent.
 */
export const createTransport =
  <Time>({ hosts, timeoutMs, now, onResponse }: TransportParts<Time>) =>
  async (url: string, { method, headers, body }: OutgoingRequest): Promise<Response> => {
    const attempt = presentAttempt()
    const { host } = new URL(url)
    if (!hosts.has(host)) throw new Error(`${host} is not an address of this exchange`)
    const reason = attempt?.heldUp?.()
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
