import type { Instant } from '../../../../core/instant.ts'
import { requestTime } from '../request-time.ts'
import type { Desk } from './desk.ts'

/**
 * Requests the exchange time, and corrects the client's estimate of the exchange's clock by the fastest of the last
 * responses: the true time lies within half of its round trip (RFC 5905, 8).
 */
export const readTime = async (
  desk: Pick<Desk, 'client' | 'clock' | 'monotonic'>,
  { recent }: ClockSamples = { recent: [] },
): Promise<Instant | null> => {
  const called = await requestTime(desk.client, desk)
  if (called.kind !== 'answered' || !called.value) return null
  const { requestedAtMs, roundTripMs, exchangeAtMs } = called.value
  const newest = { offsetMs: exchangeAtMs - (requestedAtMs + roundTripMs / 2), roundTripMs }
  if (recent.some((sample) => contradicts(sample, newest))) recent.length = 0
  recent.push(newest)
  if (recent.length > SAMPLES_MAX) recent.shift()
  const best = recent.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a), newest)
  setClock(desk, best.offsetMs)
  return exchangeAtMs
}

interface Sample {
  readonly offsetMs: number
  readonly roundTripMs: number
}

/** Recent offsets between the exchange's clock and ours. */
export interface ClockSamples {
  readonly recent: Sample[]
}

const SAMPLES_MAX = 8
/** Maximum drift between two clocks while they are compared. */
const DRIFT_MS = 50
/** Clock offset from which requests may be refused for their age. */
const OFF_MS = 500

/** Returns whether two samples are incompatible, which means that a clock was set in between. */
const contradicts = (a: Sample, b: Sample): boolean =>
  Math.abs(a.offsetMs - b.offsetMs) > (a.roundTripMs + b.roundTripMs) / 2 + DRIFT_MS

const setClock = ({ client }: Pick<Desk, 'client'>, offsetMs: number): void => {
  client.setOffset(offsetMs)
  if (Math.abs(offsetMs) <= OFF_MS) return client.troubles.clear('CLOCK')
  const side = offsetMs > 0 ? 'behind' : 'ahead of'
  client.troubles.raise(
    'CLOCK',
    `Our clock is ${Math.abs(Math.round(offsetMs))} ms ${side} the clock of ${client.dialect.name}.`,
  )
}
