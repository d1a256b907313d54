/** One-minute candles of an exchange: requests them, parses them, and publishes a range of closed minutes. */

import type { Exchange } from 'ccxt'
import { type Decimal, divideRounded, parseDecimal } from '../../../../core/decimal.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'
import { err, ok, type Result } from '../../../../core/result.ts'
import type { Candle } from '../../../../domain/market/candle.ts'
import { type Instrument, type Lots, lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Client } from '../client.ts'
import { exactText, toInteger } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { Channel } from './channel.ts'
import { flush } from './event-buffer.ts'
import type { CandleColumns } from './feed.ts'
import { formatValue, positive } from './read-trade.ts'
import { delist } from './relist.ts'
import { pause, publishEvent, type Run } from './run.ts'
import { noteUnreadable } from './unreadable-data.ts'

/** Publishes the closed minutes of a range, oldest first; those the exchange does not return are omitted. */
export const publishHistory = async (
  run: Run,
  channel: Channel,
  minutes: Minutes,
  signal: AbortSignal,
): Promise<void> => {
  const length = getPageSize(run.client) * MINUTE_MS
  for (let fromMs = minutes.fromMs; fromMs < minutes.toMs; fromMs += length) {
    const page = { fromMs, toMs: Math.min(fromMs + length, minutes.toMs) }
    const candles = await fetchWithRetries(run, channel, page, signal)
    if (signal.aborted) return
    for (const candle of candles) publishEvent(run, channel, { kind: 'history', candle })
    channel.resumeMs = page.toMs
    await flush(run.buffer)
  }
}

/** Page size if an exchange does not state how many candles a response contains. */
const PAGE_MIN = 100
const TRIES_MAX = 8
const RETRY_MS = SECOND_MS

/** Half-open range on whole minutes. */
interface Minutes {
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Requests the exchange's own rows of one-minute candles, of the last price unless `params` name another. */
export const fetchRows = (
  library: Exchange,
  { unified }: Listing,
  { fromMs, toMs }: Minutes,
  params: Readonly<Record<string, unknown>> = {},
): Promise<unknown> => {
  library.parseOHLCV = asItCame
  return library.fetchOHLCV(unified, '1m', fromMs, (toMs - fromMs) / MINUTE_MS, { ...params, until: toMs - 1 })
}

/** Returns the exchange's own candles of these minutes; none when it refuses, undefined when it does not respond. */
export const fetchMinutes = async (run: Run, channel: Channel, minutes: Minutes): Promise<Candle[] | undefined> => {
  const { listing } = channel
  const { fromMs, toMs } = minutes
  const called = await run.client.call((library) => fetchRows(library, listing, minutes), { urgency: 'HISTORY' })
  if (called.kind === 'refused') return noteRefusal(run, channel, called.fault.code)
  if (called.kind !== 'answered') return undefined
  const rows: unknown = called.value
  const candles = (Array.isArray(rows) ? rows : []).flatMap((row) => parseCandle(run, channel, row))
  return candles
    .filter(({ openMs }) => openMs >= fromMs && openMs < toMs)
    .filter(({ openMs }, index, all) => openMs > (all[index - 1]?.openMs ?? 0))
}

/**
 * Returns an empty history after a definite refusal; undefined when the request was refused for its rate or its age,
 * which implies nothing about the history.
 */
const noteRefusal = (run: Run, channel: Channel, code: string): [] | undefined => {
  const category = run.client.dialect.errors.refusals.get(code)
  if (category === 'UNKNOWN_SYMBOL' && channel.listed) delist(run, channel)
  return category === 'RATE_LIMIT' || category === 'EXPIRED_REQUEST' ? undefined : []
}

/** Returns the row with all its columns; the library reads only the time, to sort the rows. */
const asItCame = (row: unknown): never => (Array.isArray(row) ? [Number(row[0]), ...row.slice(1)] : row) as never

const parseCandle = (run: Run, { listing }: Channel, row: unknown): Candle[] => {
  const read = readCandle(row, listing, run.feed.candle)
  if (read.ok) return [read.value]
  noteUnreadable(run.unreadable, listing.instrument.symbol, read.error)
  return []
}

export const getPageSize = ({ rest, dialect }: Pick<Client, 'rest' | 'dialect'>): number => {
  const declared: unknown = rest.features?.swap?.linear?.fetchOHLCV?.limit
  const page = typeof declared === 'number' && declared > PAGE_MIN ? declared : PAGE_MIN
  return Math.min(page, dialect.feed.candle.pageMax ?? page)
}

const fetchWithRetries = async (
  run: Run,
  channel: Channel,
  minutes: Minutes,
  signal: AbortSignal,
): Promise<readonly Candle[]> => {
  for (let tries = 1; tries <= TRIES_MAX && !signal.aborted; tries++) {
    const candles = await fetchMinutes(run, channel, minutes)
    if (candles) return candles
    await pause(run, tries * RETRY_MS, signal)
  }
  return []
}

/** Reads a one-minute candle from the exchange's own row; an error names the unreadable part. */
export const readCandle = (row: unknown, listing: Listing, columns: CandleColumns): Result<Candle, string> => {
  if (!Array.isArray(row)) return err('a candle that is not a row')
  const openMs = toInteger(row[0])
  if (openMs === undefined || openMs <= 0 || openMs % MINUTE_MS !== 0)
    return err(`a candle opening at ${formatValue(row[0])}`)
  const prices = readPrices(row, listing)
  if (!prices) return err(`a candle of the prices ${row.slice(1, 5).map(formatValue).join(' ')}`)
  const amounts = readAmounts(row, listing, columns)
  if (!amounts) return err(`a candle of the quantities ${row.slice(5).map(formatValue).join(' ')}`)
  const { symbol } = listing.instrument
  return ok({ symbol, interval: '1m', openMs, ...prices, ...amounts, missing: [] })
}

type Row = readonly unknown[]

const readPrices = (row: Row, { instrument }: Listing) => {
  const [open, high, low, close] = row
    .slice(1, 5)
    .map((price) => positive(instrument.price.parse(exactText(price) ?? '')))
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  if (high < Math.max(open, close) || low > Math.min(open, close)) return undefined
  return { open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) }
}

const readAmounts = (row: Row, { amounts, instrument }: Listing, columns: CandleColumns) => {
  const volume = toCount(amounts.parse(exactText(row[columns.volume]) ?? ''))
  const turnover = parseDecimal(exactText(row[columns.turnover]) ?? '')
  const tradeCount = columns.count === null ? null : toCount(toInteger(row[columns.count]))
  const takerBuy = columns.takerBuy === null ? null : toCount(amounts.parse(exactText(row[columns.takerBuy]) ?? ''))
  if (volume === undefined || tradeCount === undefined || takerBuy === undefined) return undefined
  if (!turnover.ok || turnover.value.units < 0n || (takerBuy ?? 0) > volume) return undefined
  return {
    volume: lots(volume),
    turnover: toTickLots(turnover.value, instrument),
    tradeCount,
    takerBuyVolume: takerBuy as Lots | null,
  }
}

const toCount = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 0 ? value : undefined

/**
 * Converts quote currency to ticks times lots: exactly if the exchange provides all digits, otherwise to the nearest.
 */
const toTickLots = ({ units, scale }: Decimal, { price, quantity }: Instrument): bigint => {
  const stepScale = price.step.scale + quantity.step.scale
  const step = price.step.units * quantity.step.units
  return divideRounded(units * 10n ** BigInt(stepScale), step * 10n ** BigInt(scale))
}
