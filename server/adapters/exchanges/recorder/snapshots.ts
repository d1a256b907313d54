/** REST requests of the recorder: order book snapshots, fetched one at a time until accepted, and text responses. */

import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../../core/instant.ts'
import type { Random } from '../../../core/random.ts'
import { err, ok, type Result } from '../../../core/result.ts'
import { backoffMs } from './connection.ts'

/** Fetches order book snapshots on request, one at a time. */
export interface SnapshotDesk {
  /** Requests a snapshot until it is accepted; repeated calls have no further effect. */
  want(symbol: string): void
}

export interface SnapshotDeskParts {
  readonly getAddress: (symbol: string) => string
  readonly random: Random
  readonly signal: AbortSignal
  /** Returns whether one is still needed. */
  readonly isNeeded: (symbol: string) => boolean
  /** Returns false when the snapshot is unusable and another is requested. */
  take(symbol: string, body: string): boolean
  /** Called when no snapshot could be obtained; it is retried. */
  onFault(symbol: string, reason: string): void
}

/** Pause between snapshots, which use much of an address's request allowance. */
const PAUSE_MS = 200

export const openSnapshotDesk = (parts: SnapshotDeskParts): SnapshotDesk => {
  const wanted = new Set<string>()
  let isWorking = false
  return {
    want(symbol) {
      wanted.add(symbol)
      if (isWorking) return
      isWorking = true
      void fetchWanted(parts, wanted).finally(() => {
        isWorking = false
      })
    },
  }
}

/** Retries rejected snapshots with increasing delays, because an exchange bans clients that send too many requests. */
const fetchWanted = async (parts: SnapshotDeskParts, wanted: Set<string>): Promise<void> => {
  let failures = 0
  for (let symbol = first(wanted); symbol !== undefined && !parts.signal.aborted; symbol = first(wanted)) {
    wanted.delete(symbol)
    const silenceMs = parts.isNeeded(symbol) ? await get(parts, symbol) : undefined
    failures = silenceMs === undefined ? 0 : failures + 1
    if (silenceMs !== undefined) wanted.add(symbol)
    const waitMs = silenceMs === undefined ? PAUSE_MS : Math.max(silenceMs, backoffMs(failures, parts.random))
    await sleep(waitMs, undefined, { signal: parts.signal }).catch(() => {})
  }
}

const first = (wanted: ReadonlySet<string>): string | undefined => wanted.values().next().value

/** Returns undefined when the snapshot was accepted, otherwise the pause demanded by the exchange. */
const get = async (parts: SnapshotDeskParts, symbol: string): Promise<number | undefined> => {
  const answer = await fetchText(parts.getAddress(symbol), parts.signal)
  if (answer.ok) return parts.take(symbol, answer.value) ? undefined : 0
  if (!parts.signal.aborted) parts.onFault(symbol, answer.error.reason)
  return answer.error.retryAfterMs ?? 0
}

/** Reason for a missing response, and the pause demanded by the exchange, if any. */
interface RestFault {
  readonly reason: string
  readonly retryAfterMs: number | null
}

const ANSWER_WITHIN_MS = 10 * SECOND_MS
const EXCERPT_MAX = 200

/** Fetches the text of a response. Never rejects. */
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
