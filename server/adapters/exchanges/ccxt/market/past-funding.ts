/** Past funding rates of an exchange: fetches the rates settled within a range, and publishes new ones. */

import { parseDecimal } from '../../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS, type TimeRange } from '../../../../core/instant.ts'
import type { PastFunding } from '../../../../domain/market/market-event.ts'
import { exactText, toFields, toTime } from '../fields.ts'
import type { Channel } from './channel.ts'
import { flush } from './event-buffer.ts'
import type { FundingHistory } from './feed.ts'
import { formatValue } from './read-trade.ts'
import { pause, publishEvent, type Run } from './run.ts'
import { noteUnreadable } from './unreadable-data.ts'

/**
 * Publishes the settled funding rates that were not published before, oldest first; none if the exchange does not
 * return them, which is retried with the next connection.
 */
export const publishPastFunding = async (run: Run, channel: Channel, signal: AbortSignal): Promise<void> => {
  const { fundingHistory } = run.feed
  if (!fundingHistory) return
  const range = { fromMs: fundingFrom(run, channel), toMs: run.client.venueNow() }
  const settled = await fetchWithRetries(run, channel, range, signal)
  if (!settled || signal.aborted) return
  for (const funding of settled) publishEvent(run, channel, { kind: 'funding', funding })
  channel.fundingFromMs = (settled.at(-1)?.settledAtMs ?? range.fromMs - 1) + 1
  await flush(run.buffer)
}

/** Minimum range read at startup, to which the rank of a funding rate refers. */
const USUAL_MS = 30 * DAY_MS
/** Maximum range; OKX stores three months. */
const LONGEST_MS = 90 * DAY_MS

const TRIES_MAX = 3
const RETRY_MS = SECOND_MS
/** Maximum number of pages, more than any range has. */
const PAGES_MAX = 50

/** Interval of a single rate in its range, if the exchange does not report one. */
const INTERVAL_MS = 8 * HOUR_MS
const INTERVAL_MAX_MS = DAY_MS

const fundingFrom = ({ client, since }: Run, { fundingFromMs, listing }: Channel): Instant => {
  const nowMs = client.venueNow()
  const usualMs = Math.min(since(listing.instrument.symbol) ?? nowMs, nowMs - USUAL_MS)
  return Math.max(fundingFromMs ?? usualMs, nowMs - LONGEST_MS)
}

const fetchWithRetries = async (
  run: Run,
  channel: Channel,
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly PastFunding[] | undefined> => {
  for (let tries = 1; tries <= TRIES_MAX && !signal.aborted; tries++) {
    const settled = await fetchPastFunding(run, channel, range)
    if (settled) return settled
    await pause(run, tries * RETRY_MS, signal)
  }
  return undefined
}

/** Parts of a run needed to fetch past rates. */
type Reading = Pick<Run, 'client' | 'feed' | 'unreadable'>
type Rated = Pick<Channel, 'listing'> & { readonly figures: Pick<Channel['figures'], 'fundingIntervalMs'> }

/** Returns the rates settled within a range, oldest first; undefined when the exchange does not return all of them. */
export const fetchPastFunding = async (
  run: Reading,
  channel: Rated,
  range: TimeRange,
): Promise<readonly PastFunding[] | undefined> => {
  const { fundingHistory } = run.feed
  if (!fundingHistory) return []
  const rows =
    fundingHistory.paging === 'numbered'
      ? await fetchNumbered(run, channel, range)
      : await fetchRanges(run, channel, range)
  if (!rows) return undefined
  const rates = new Map<Instant, PastFunding['rate']>()
  for (const row of rows) {
    const { timestamp, fundingRate } = toFields(row)
    const settledAtMs = toTime(timestamp)
    const rate = parseDecimal(exactText(fundingRate) ?? '')
    if (settledAtMs === undefined || !rate.ok) {
      const words = `a past funding rate of ${formatValue(fundingRate)} at ${formatValue(timestamp)}`
      noteUnreadable(run.unreadable, channel.listing.instrument.symbol, words)
    } else if (settledAtMs >= range.fromMs && settledAtMs < range.toMs) rates.set(settledAtMs, rate.value)
  }
  return withIntervals(channel, rates)
}

/** Fetches a range, and splits it when its page is full, as part of it may be missing. */
const fetchRanges = async (run: Reading, channel: Rated, whole: TimeRange): Promise<unknown[] | undefined> => {
  const rows: unknown[] = []
  const ranges = [whole]
  for (let page = 0; page < PAGES_MAX; page++) {
    const range = ranges.shift()
    if (!range) return rows
    const read = await fetchPage(run, channel, range, page)
    if (!read) return undefined
    const middleMs = Math.floor((range.fromMs + range.toMs) / 2)
    if (read.length < pageMax(run) || range.toMs - range.fromMs <= HOUR_MS) rows.push(...read)
    else ranges.unshift({ fromMs: range.fromMs, toMs: middleMs }, { fromMs: middleMs, toMs: range.toMs })
  }
  return undefined
}

/** Fetches the newest page first; the library omits the rows before the range. */
const fetchNumbered = async (run: Reading, channel: Rated, range: TimeRange): Promise<unknown[] | undefined> => {
  const rows: unknown[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const read = await fetchPage(run, channel, range, page)
    if (!read) return undefined
    rows.push(...read)
    if (read.length < pageMax(run)) return rows
  }
  return undefined
}

const pageMax = ({ feed }: Reading): number => feed.fundingHistory?.pageMax ?? 0

const fetchPage = async (
  { client, feed }: Reading,
  { listing }: Rated,
  range: TimeRange,
  page: number,
): Promise<readonly unknown[] | undefined> => {
  const { pageMax, params } = feed.fundingHistory as FundingHistory
  const called = await client.call(
    (library) => library.fetchFundingRateHistory(listing.unified, range.fromMs, pageMax, params(range, page)),
    { urgency: 'HISTORY' },
  )
  return called.kind === 'answered' && Array.isArray(called.value) ? called.value : undefined
}

const withIntervals = (
  { figures, listing }: Rated,
  rates: ReadonlyMap<Instant, PastFunding['rate']>,
): PastFunding[] => {
  const { symbol } = listing.instrument
  const sorted = [...rates].toSorted(([a], [b]) => a - b)
  const usualMs = figures.fundingIntervalMs ?? INTERVAL_MS
  return sorted.map(([settledAtMs, rate], index) => {
    const sinceMs = sorted[index - 1]?.[0] ?? settledAtMs - usualMs
    const gapMs = settledAtMs - sinceMs
    return { symbol, rate, settledAtMs, intervalMs: gapMs <= INTERVAL_MAX_MS ? gapMs : usualMs }
  })
}
