import type { Instant } from '../../../core/instant.ts'
import type { Called, Client } from './client.ts'

/**
 * Requests the exchange time and measures the round trip, from the moment the bytes are sent, without the wait for the
 * rate limiter. Undefined when the response contains no time.
 */
export const requestTime = async (
  client: Client,
  { clock, monotonic }: { readonly clock: () => Instant; readonly monotonic: () => number },
): Promise<Called<TimeSample | undefined>> => {
  const left = { requestedAtMs: 0, monotonicMs: 0 }
  const called = await client.call((rest) => rest.fetchTime(), {
    urgency: 'SAFETY',
    getBlocker() {
      left.requestedAtMs = clock()
      left.monotonicMs = monotonic()
      return undefined
    },
  })
  if (called.kind !== 'answered') return called
  const roundTripMs = monotonic() - left.monotonicMs
  const exchangeAtMs = Number(called.value)
  const sample = { requestedAtMs: left.requestedAtMs, roundTripMs, exchangeAtMs }
  return { kind: 'answered', value: Number.isSafeInteger(called.value) ? sample : undefined }
}

/** Exchange time, with our time of sending and the round trip. */
export interface TimeSample {
  readonly requestedAtMs: Instant
  readonly roundTripMs: number
  readonly exchangeAtMs: Instant
}
