import type { Exchange } from 'ccxt'
import { SECOND_MS } from '../../../core/instant.ts'
import { presentAttempt, type Urgency } from './attempt.ts'
import { type Budget, letIn, type Now, noteLimit, notePublished, noteRetryAfter, shutOut, spend } from './budget.ts'
import type { ApiRequest, Count, Dialect } from './dialect.ts'
import { listHosts } from './hosts.ts'
import { TIMEOUT_MS } from './library.ts'
import { createTransport, type ReceivedResponse } from './transport.ts'
import type { Troubles } from './troubles.ts'

export interface TurnParts {
  readonly dialect: Dialect
  readonly budget: Budget
  readonly troubles: Troubles
  readonly now: () => Now
  readonly delay: (ms: number) => Promise<void>
}

/** What can wait for its turn waits so long, then fails. */
const PATIENCE_MS = 10 * SECOND_MS
/** Where the exchange asks for silence and does not say for how long. */
const SILENCE_MS = 10 * SECOND_MS

/** Lets a client of the library ask only what the allowance has room for, and counts what the exchange says of it. */
export const takeTurns = (library: Exchange, parts: TurnParts): void => {
  const { dialect, troubles, now } = parts
  library.fetchImplementation = createTransport({
    hosts: listHosts(library),
    timeoutMs: TIMEOUT_MS,
    now,
    onResponse: (response) => noteResponse(response, parts),
  })
  const weigh = library.calculateRateLimiterCost.bind(library)
  // The library hands on to `throttle` what this answers, and does nothing else with it.
  library.calculateRateLimiterCost = (api, method, path, ...rest): ApiRequest => ({
    method: String(method),
    api: String(api),
    path: String(path),
    weight: Number(weigh(api, method, path, ...rest)),
  })
  library.throttle = async (request?: unknown) => {
    const counts = isApiRequest(request) ? dialect.limits.countsFor(request) : []
    await waitForTurn(parts, counts, presentAttempt()?.urgency ?? 'HISTORY').catch((error: Error) => {
      troubles.raise('RATE_LIMITED', `What may be asked of ${dialect.name} now is spent; stops and cancels go on.`)
      throw error
    })
  }
}

const isApiRequest = (value: unknown): value is ApiRequest =>
  typeof value === 'object' && value !== null && 'weight' in value

/** The market and the account wait for their turn; what increases risk is told at once that there is none. */
const waitForTurn = async (
  { budget, now, delay }: TurnParts,
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
      throw new Error('the allowance of the exchange is spent')
    }
    await delay(waitMs)
  }
}

const noteResponse = (response: ReceivedResponse<Now>, { budget, dialect, now, troubles }: TurnParts): void => {
  const { status, headers, body, requestedAt } = response
  for (const [name, header] of dialect.limits.published) {
    const used = headers.get(header)
    if (used !== null) notePublished(budget, { name, used: Number(used), requestedAt, now: now() })
  }
  if (dialect.limits.isShutOut?.(status, body)) {
    noteLimit(budget, 'http418', now())
    const silenceMs = shutOut(budget, now())
    if (silenceMs > 0)
      troubles.raise('RATE_LIMITED', `The exchange lets this address ask nothing. ${silent(silenceMs)}`)
  } else if (status === 429 || status === 418) {
    quieten(response, { budget, now, troubles })
  } else if (status < 500) {
    letIn(budget)
    troubles.clear('RATE_LIMITED')
  }
}

/** The exchange has answered that it was asked too often: nothing that can wait is asked for as long as it wants. */
const quieten = (
  { status, headers }: ReceivedResponse<Now>,
  { budget, now, troubles }: Pick<TurnParts, 'budget' | 'now' | 'troubles'>,
): void => {
  noteLimit(budget, status === 429 ? 'http429' : 'http418', now())
  const silenceMs = Number(headers.get('retry-after') ?? '') * SECOND_MS || SILENCE_MS
  noteRetryAfter(budget, now().monotonicMs + silenceMs)
  troubles.raise('RATE_LIMITED', `The exchange has answered ${status}. ${silent(silenceMs)}`)
}

const silent = (ms: number): string => `Nothing that can wait is asked for ${Math.ceil(ms / SECOND_MS)} s.`
