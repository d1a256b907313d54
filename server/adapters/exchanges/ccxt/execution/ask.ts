import { DAY_MS, type Instant, MINUTE_MS, type TimeRange } from '../../../../core/instant.ts'
import type { Called } from '../client.ts'
import type { Desk } from './desk.ts'

/** What the exchange has answered to a reading of the account, which comes before that of the market; undefined when it has not. */
export const ask = async <T>(
  { client }: Desk,
  work: Parameters<typeof client.call<T>>[0],
): Promise<Extract<Called<T>, { kind: 'answered' }> | undefined> => {
  const called = await client.call(work, { urgency: 'TRADE' })
  return called.kind === 'answered' ? called : undefined
}

/** What is happening now is dated by a clock that may be ahead of ours. */
const AHEAD_MS = MINUTE_MS

/** From then until now, in parts that may be asked for at once. */
export const windowsFrom = ({ client, dialect }: Desk, fromMs: Instant): TimeRange[] => {
  const endMs = client.venueNow() + AHEAD_MS
  const windowMs = dialect.windowDays * DAY_MS
  const windows: TimeRange[] = []
  for (let atMs = fromMs; atMs < endMs; atMs += windowMs) {
    windows.push({ fromMs: atMs, toMs: Math.min(atMs + windowMs, endMs) })
  }
  return windows
}
