/**
 * Faults of market feeds and of the exchange connection, as reasons of the surface
 * `exchange-market-intelligence-truth`.
 */

import { GRACE_MS } from '../../../domain/market/candle-builder.ts'
import { intervalLength } from '../../../domain/market/interval.ts'
import { limitOrZero } from '../../frame/input.ts'
import { seconds } from '../../frame/missing-evidence.ts'
import type { Available, Cause, Complete, Frame } from '../../frame/surface.ts'
import type { FeedTruth } from '../../inputs/market.ts'

/** Returns the stale market feeds. */
export const staleFeeds = ({ feeds = [] }: Available<'feeds'>, frame: Frame): Cause[] => {
  const observedAtMs = frame.observedAtMs('feeds')
  const limitMs = limitOrZero(frame.constitution.data.maxMarkAgeMs)
  const silentMs = observedAtMs === undefined ? 0 : Math.abs(frame.nowMs - observedAtMs)
  const stale = feeds.flatMap((feed) => findStale(feed, frame))
  if (stale.length > 0 || silentMs <= limitMs) return stale
  return [ageCause('MARKET_SILENT', 'The oldest price', { ageMs: silentMs, limitMs })]
}

/** Returns whether a current order book and mark price have been observed for every feed. */
export const isEveryFeedCurrent = (feeds: readonly FeedTruth[], frame: Frame): boolean =>
  feeds.length > 0 &&
  feeds.every(
    ({ bookState, bookAgeMs, markAgeMs }) => bookState === 'SYNCED' && bookAgeMs !== null && markAgeMs !== null,
  ) &&
  staleFeeds({ feeds }, frame).length === 0

type FeedInputs = 'feeds' | 'clock' | 'exchange' | 'marketPicture' | 'venueHealth' | 'venueBudget'

const findStale = (
  { symbol, bookState, bookAgeMs, markAgeMs }: FeedTruth,
  { constitution: { data } }: Frame,
): Cause[] => {
  const causes: Cause[] = []
  const bookLimitMs = limitOrZero(data.maxBookAgeMs)
  const markLimitMs = limitOrZero(data.maxMarkAgeMs)
  if (bookAgeMs !== null && bookAgeMs > bookLimitMs) {
    causes.push(ageCause('BOOK_STALE', `The ${symbol} order book`, { ageMs: bookAgeMs, limitMs: bookLimitMs }))
  }
  if (markAgeMs !== null && markAgeMs > markLimitMs) {
    causes.push(ageCause('MARK_STALE', `The mark of ${symbol}`, { ageMs: markAgeMs, limitMs: markLimitMs }))
  }
  if (bookState === 'STALE') causes.push(endedCause(symbol, { ageMs: bookAgeMs, limitMs: bookLimitMs }))
  return causes
}

/** Returns a cause for an ended stream, however fresh its last message. */
const endedCause = (symbol: string, age: { readonly ageMs: number | null; readonly limitMs: number }): Cause => ({
  code: 'STREAM_ENDED',
  message: `The stream of ${symbol} is not live.`,
  ...(age.ageMs !== null && { value: age.ageMs, threshold: age.limitMs, unit: 'ms' }),
  of: ['feeds'],
})

const ageCause = (
  code: string,
  what: string,
  { ageMs, limitMs }: { readonly ageMs: number; readonly limitMs: number },
): Cause => ({
  code,
  message: `${what} is ${seconds(ageMs)} old; the limit is ${seconds(limitMs)}.`,
  value: ageMs,
  threshold: limitMs,
  unit: 'ms',
  of: ['feeds'],
})

type TroubleCode = Complete<'exchange'>['exchange']['troubles'][number]['code']

const TROUBLES: Record<TroubleCode, Pick<Cause, 'code' | 'message'>> = {
  UNREACHABLE: { code: 'EXCHANGE_UNREACHABLE', message: 'The exchange cannot be reached.' },
  KEY_REFUSED: { code: 'KEY_REFUSED', message: 'The exchange rejects the API key.' },
  CLOCK: { code: 'CLOCK_REFUSED', message: 'The exchange rejects the timestamps of this host.' },
  RATE_LIMITED: { code: 'RATE_LIMITED', message: 'The exchange is rate limiting requests.' },
  MARKET_STREAM: { code: 'MARKET_STREAM', message: 'The market stream of the exchange is reconnecting.' },
  PRIVATE_STREAM: { code: 'PRIVATE_STREAM', message: 'The private order stream is reconnecting.' },
  UNREADABLE: { code: 'UNREADABLE', message: 'A message from the exchange could not be parsed.' },
  UNKNOWN_SYMBOL: { code: 'SYMBOL_NOT_LISTED', message: 'The exchange does not list a requested symbol.' },
  OTHER_STEPS: { code: 'OTHER_STEPS', message: 'The exchange has changed the tick or lot size of a symbol.' },
}

/** Returns the current problems of the exchange connection. */
export const exchangeTroubles = ({ exchange }: Available<'exchange'>): Cause[] =>
  (exchange?.troubles ?? []).map(({ code }) => ({ ...TROUBLES[code], of: ['exchange'] }))

/** Maximum delay of closed minutes: an ended minute arrives within the grace period, so one more minute is late. */
const KLINE_LAG_MAX_MS = intervalLength('1m')

/** Returns the problems of market feeds that are not too old. */
export const degradedFeeds = (whole: Complete<FeedInputs>, frame: Frame): Cause[] => [
  ...exchangeTroubles(whole),
  ...whole.feeds.flatMap(resyncing),
  ...resyncedOften(whole, frame),
  ...lateCandles(whole),
  ...farClock(whole, frame),
  ...slowStream(whole, frame),
  ...spentBudget(whole, frame),
]

const resyncing = ({ symbol, bookState }: FeedTruth): Cause[] =>
  bookState === 'RESYNCING'
    ? [{ code: 'BOOK_RESYNCING', message: `The ${symbol} order book is resyncing.`, of: ['feeds'] }]
    : []

const resyncedOften = ({ venueHealth }: Complete<FeedInputs>, { constitution }: Frame): Cause[] => {
  const threshold = constitution.monitor.maxResyncsPerHour
  return venueHealth.resyncs.flatMap(({ symbol, lastHour }) =>
    lastHour <= threshold
      ? []
      : [
          {
            code: 'BOOK_LOST_OFTEN',
            message: `The ${symbol} order book lost its sequence ${lastHour} times within an hour; up to ${threshold} are tolerated.`,
            value: lastHour,
            threshold,
            unit: 'count',
            of: ['venueHealth'],
          },
        ],
  )
}

const lateCandles = ({ marketPicture }: Complete<FeedInputs>): Cause[] =>
  marketPicture.flatMap(({ symbol, klineLagMs }) =>
    klineLagMs === null || klineLagMs <= KLINE_LAG_MAX_MS
      ? []
      : [
          {
            code: 'CANDLES_LATE',
            message: `The newest closed minute of ${symbol} is ${seconds(klineLagMs)} behind; at most ${seconds(GRACE_MS)} is allowed.`,
            value: klineLagMs,
            threshold: KLINE_LAG_MAX_MS,
            unit: 'ms',
            of: ['marketPicture'],
          },
        ],
  )

const farClock = ({ clock }: Complete<FeedInputs>, { constitution: { data } }: Frame): Cause[] => {
  const threshold = limitOrZero(data.maxClockErrorMs)
  const value = Math.abs(clock.offsetMs ?? 0) + (clock.errorMs ?? 0)
  if (value <= threshold) return []
  const message = `The clock offset from the exchange is up to ${Math.round(value)} ms; the limit is ${threshold} ms.`
  return [{ code: 'CLOCK_FAR', message, value, threshold, unit: 'ms', of: ['clock'] }]
}

const slowStream = ({ venueHealth: { wsLagMs } }: Complete<FeedInputs>, { constitution: { data } }: Frame): Cause[] => {
  const threshold = limitOrZero(data.maxBookAgeMs)
  if (wsLagMs.p99 === null || wsLagMs.p99 <= threshold) return []
  const message = `The p99 feed latency is ${seconds(wsLagMs.p99)}; the limit is ${seconds(threshold)}.`
  return [{ code: 'STREAM_SLOW', message, value: wsLagMs.p99, threshold, unit: 'ms', of: ['venueHealth'] }]
}

const spentBudget = ({ venueBudget }: Complete<FeedInputs>, { constitution }: Frame): Cause[] => {
  const threshold = 100 * constitution.monitor.nearLimitShare
  const value = budgetUsedPct(venueBudget)
  if (value === null || value < threshold) return []
  const message = `${Math.round(value)}% of the request budget of the exchange is used; the warning level is ${Math.round(threshold)}%.`
  return [{ code: 'RATE_BUDGET_NEAR_LIMIT', message, value, threshold, unit: 'percent', of: ['venueBudget'] }]
}

/** Returns the used share of the fullest limit; null when the exchange counts nothing. */
export const budgetUsedPct = ({ counts }: Complete<'venueBudget'>['venueBudget']): number | null =>
  counts.length === 0 ? null : Math.max(...counts.map(({ used, limit }) => (100 * used) / limit))
