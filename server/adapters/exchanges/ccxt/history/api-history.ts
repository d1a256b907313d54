import { parseDecimal, printDecimal, toFloat } from '../../../../core/decimal.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type TimeRange } from '../../../../core/instant.ts'
import type { ExchangeId } from '../../../../domain/market/exchanges.ts'
import { toNotional } from '../../../../domain/market/instrument.ts'
import { HistoryError } from '../../../../research/data/history-error.ts'
import type { HistoryKind } from '../../../../research/data/kinds.ts'
import { createRowBuilder, emptyRows, type RowBuilder } from '../../../../research/data/rows.ts'
import type { HistorySource } from '../../../../research/data/source.ts'
import { type Client, type ClientOptions, openClient } from '../client.ts'
import { getDialect } from '../exchanges/index.ts'
import { exactText, toInteger } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { CandleColumns } from '../market/feed.ts'
import { fetchRows, getPageSize, readCandle } from '../market/history.ts'
import { allListings } from '../market/listings.ts'
import { fetchPastFunding } from '../market/past-funding.ts'
import { createUnreadable, type Unreadable } from '../market/unreadable-data.ts'
import { redactError } from '../redact-error.ts'
import { createTroubles } from '../troubles.ts'

/**
 * Creates a history source on the public API of an exchange: candles, mark and index prices, and funding rates, within
 * its request limits. A symbol that is not listed has no rows.
 */
export const createApiHistory = (options: ApiHistoryOptions): HistorySource => {
  let opened: Promise<Access> | undefined
  const open = (): Promise<Access> => {
    opened ??= openAccess(options)
    return opened
  }
  return {
    kinds: ['candles', 'mark', 'index', 'funding'],
    async instrument(symbol) {
      const { client } = await open()
      const instrument = allListings(client).get(symbol)?.instrument
      if (!instrument) return null
      const { price, quantity, minNotional, maxLeverage } = instrument
      return {
        tickSize: printDecimal(price.step),
        lotSize: printDecimal(quantity.step),
        minNotional: minNotional && printDecimal(minNotional),
        maxLeverage,
      }
    },
    async fetch({ symbol, kind, period }, range, signal) {
      const access = await open()
      const listing = allListings(access.client).get(symbol)
      if (!listing) return { rows: emptyRows(kind), covered: [], origins: [] }
      const builder = createRowBuilder(kind)
      if (kind === 'funding') await addFunding(access, listing, range, builder)
      else await addCandles({ access, listing, kind, range, builder, signal })
      const rows = builder.periods().get(period) ?? emptyRows(kind)
      const origin = { name: `${access.client.dialect.name} API`, sha256: null }
      return { rows, covered: [range], origins: [origin] }
    },
    async close() {
      await (await opened?.catch(() => undefined))?.client.close()
    },
  }
}

export interface ApiHistoryOptions extends Pick<ClientOptions, 'url' | 'clock' | 'monotonic' | 'delay'> {
  readonly id: ExchangeId
}

/** Access to the exchange, opened by the first request. */
interface Access {
  readonly client: Client
  readonly unreadable: Unreadable
  readonly delay: ApiHistoryOptions['delay']
}

const RECV_WINDOW_MS = 5_000
const TRIES_MAX = 6
const RETRY_MS = SECOND_MS

/** Price parameter of CCXT's candle request by kind of history. */
const PRICES: Readonly<Partial<Record<HistoryKind, string>>> = { candles: 'last', mark: 'mark', index: 'index' }

const openAccess = async ({ id, clock, monotonic, ...options }: ApiHistoryOptions): Promise<Access> => {
  const dialect = getDialect(id)
  const troubles = createTroubles(clock, () => {})
  try {
    const common = { ...options, practice: false, keys: undefined, recvWindowMs: RECV_WINDOW_MS }
    const client = await openClient({ ...common, dialect, clock, monotonic, troubles })
    const unreadable = createUnreadable({ name: dialect.name, troubles, monotonic })
    return { client, unreadable, delay: options.delay }
  } catch (error) {
    throw failed(dialect.name, redactError(error))
  }
}

const failed = (name: string, why: string): HistoryError =>
  new HistoryError(
    'DOWNLOAD_FAILED',
    `${name} did not respond: ${why}.`,
    'Run the command again: it continues after what is stored; --source archive needs no API.',
  )

interface CandleOrder {
  readonly access: Access
  readonly listing: Listing
  readonly kind: HistoryKind
  readonly range: TimeRange
  readonly builder: RowBuilder
  readonly signal: AbortSignal
}

const addCandles = async (order: CandleOrder): Promise<void> => {
  const { access, range, signal } = order
  const lengthMs = getPageSize(access.client) * MINUTE_MS
  for (let fromMs = range.fromMs; fromMs < range.toMs; fromMs += lengthMs) {
    const page = { fromMs, toMs: Math.min(fromMs + lengthMs, range.toMs) }
    const rows = await fetchWithRetries(access, signal, (library) =>
      fetchRows(library, order.listing, page, { price: PRICES[order.kind] }),
    )
    addRows(order, page, Array.isArray(rows) ? rows : [])
  }
}

/** Sends a request until it is answered; throws a `HistoryError` after the last attempt. */
const fetchWithRetries = async <T>(
  { client, delay }: Access,
  signal: AbortSignal,
  work: (library: Client['rest']) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const called = await client.call(work, { urgency: 'HISTORY' })
    if (called.kind === 'answered') return called.value
    const why = called.kind === 'refused' ? called.fault.message : called.reason
    if (tries === TRIES_MAX) throw failed(client.dialect.name, why)
    await delay(tries * RETRY_MS)
  }
}

const addRows = ({ access, listing, kind, builder }: CandleOrder, page: TimeRange, rows: readonly unknown[]): void => {
  const { feed } = access.client.dialect
  for (const row of rows) {
    const cells = kind === 'candles' ? readCells(row, listing, feed.candle) : readPriceCells(row)
    const openMs = Array.isArray(row) ? toInteger(row[0]) : undefined
    if (cells === undefined || openMs === undefined) throw unreadable(access, listing)
    if (openMs >= page.fromMs && openMs < page.toMs) builder.add(openMs, cells)
  }
}

const unreadable = ({ client }: Access, { instrument }: Listing): HistoryError =>
  new HistoryError(
    'DOWNLOAD_FAILED',
    `${client.dialect.name} has sent a candle of ${instrument.symbol} that cannot be read.`,
    'Check for a newer version of Plimsoll.',
  )

const readCells = (row: unknown, listing: Listing, columns: CandleColumns): readonly number[] | undefined => {
  const read = readCandle(row, listing, columns)
  if (!read.ok) return undefined
  const { open, high, low, close, volume, turnover, tradeCount, takerBuyVolume } = read.value
  const { price, quantity } = listing.instrument
  return [
    ...[open, high, low, close].map((count) => Number(price.print(count))),
    Number(quantity.print(volume)),
    toFloat(toNotional(listing.instrument, turnover)),
    tradeCount ?? Number.NaN,
    takerBuyVolume === null ? Number.NaN : Number(quantity.print(takerBuyVolume)),
  ]
}

/** Mark and index prices are not on the grid of the instrument. */
const readPriceCells = (row: unknown): readonly number[] | undefined => {
  const prices = (Array.isArray(row) ? row : []).slice(1, 5).map((cell) => parseDecimal(exactText(cell) ?? ''))
  const cells = prices.flatMap((price) => (price.ok ? [toFloat(price.value)] : []))
  return cells.length === 4 ? cells : undefined
}

const addFunding = async (
  { client, unreadable: skipped }: Access,
  listing: Listing,
  range: TimeRange,
  builder: RowBuilder,
): Promise<void> => {
  const parts = { client, feed: client.dialect.feed, unreadable: skipped }
  const settled = await fetchPastFunding(parts, { listing, figures: { fundingIntervalMs: null } }, range)
  if (!settled) throw failed(client.dialect.name, 'it does not return all funding rates')
  for (const { rate, settledAtMs, intervalMs } of settled)
    builder.add(Math.round(settledAtMs / MINUTE_MS) * MINUTE_MS, [toFloat(rate), intervalMs / HOUR_MS])
}
