/** Kinds of stored market history (candles, mark, index, funding, open interest, trades) and their columns. */

/** Columns of each kind of history, in addition to `time`. */
const COLUMNS = {
  /** One-minute candles of the last price; `time` is the opening time, amounts are in base currency. */
  candles: ['open', 'high', 'low', 'close', 'volume', 'quote_volume', 'trades', 'taker_buy_volume'],
  /** One-minute candles of the mark price. */
  mark: ['open', 'high', 'low', 'close'],
  /** One-minute candles of the index price. */
  index: ['open', 'high', 'low', 'close'],
  /** Settled funding rates; `time` is the settlement, rounded to the minute. */
  funding: ['rate', 'interval_hours'],
  /** Open interest in base currency. */
  interest: ['open_interest'],
  /** Aggregated trades; `buyer_maker` is 1 where the seller was the taker. */
  trades: ['id', 'price', 'quantity', 'buyer_maker'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type HistoryKind = keyof typeof COLUMNS

export const HISTORY_KINDS = Object.keys(COLUMNS) as readonly HistoryKind[]

export const columnNames = (kind: HistoryKind): readonly string[] => COLUMNS[kind]

/** Returns the column that identifies a row. */
export const keyColumn = (kind: HistoryKind): 'id' | 'time' => (kind === 'trades' ? 'id' : 'time')

/** Returns whether a kind has one row per minute. */
export const isByMinute = (kind: HistoryKind): boolean => kind === 'candles' || kind === 'mark' || kind === 'index'

/** Columns that a source may not provide; their values are then NaN. */
const OPTIONAL: ReadonlySet<string> = new Set(['quote_volume', 'trades', 'taker_buy_volume'])

export const isOptional = (column: string): boolean => OPTIONAL.has(column)
