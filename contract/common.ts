/** Building blocks of the wire types: decimal strings, IDs, timestamps, free text, freshness, lists and pages. */

import { type Static, type TSchema, Type } from 'typebox'

/** Label of candidates, orders and trades that exist only because of `--explore`. */
export const Exploratory = Type.Boolean({
  description: 'True for an entry without an expected edge after costs, traded because the server runs with --explore',
})

/** Money, price, quantity, rate: exact decimal string, without exponent, plus sign or leading zeros. */
export const DecimalText = Type.String({
  pattern: '^-?(0|[1-9]\\d*)(\\.\\d{1,18})?$',
  description: 'Exact decimal',
  examples: ['61659.7'],
})

/** RFC 3339 in UTC with milliseconds. Fields of this form end in `At`. */
export const At = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 in UTC with milliseconds',
  examples: ['2026-01-02T03:04:05.678Z'],
})

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,3})?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'

/** An instant in a query: RFC 3339, or milliseconds since 1970 up to the year 5138. */
export const QueryInstant = Type.String({
  pattern: `^(0|[1-9]\\d{0,13}|${DATE}T${TIME})$`,
  description: 'RFC 3339 to the millisecond, or milliseconds since 1970',
})

/** An instant in a query, with its meaning as description. */
export const instantText = (meaning: string) => Type.Unsafe<string>({ ...QueryInstant, description: meaning })

/** A number from 0 to 1 in a query. */
export const probabilityText = (meaning: string) =>
  Type.String({ pattern: '^(0(\\.\\d{1,9})?|1(\\.0{1,9})?)$', description: `${meaning}, 0 to 1`, examples: ['0.55'] })

/** Several values in one query parameter, comma-separated. */
export const listText = (value: string, max: number, description: string) =>
  Type.String({ pattern: `^(${value})(,(${value})){0,${max - 1}}$`, description })

/** `<prefix>_` and a ULID; opaque to clients. */
export const idText = (prefix: string) =>
  Type.String({
    pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`,
    examples: [`${prefix}_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W`],
  })

/** One line of Unicode 16 text without control (Cc), format (Cf), line and paragraph separator characters. */
export const PRINTABLE_PATTERN =
  '^[^\\x00-\\x1f\\x7f-\\x9f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]*$'

/** Text that a user writes for others. */
export const FreeText = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: PRINTABLE_PATTERN, description, examples: ['the feed looks wrong'] })

/**
 * Measured value of a rule, or its limit. Money and quantities are decimal strings; null means unknown or not
 * configured.
 */
export const Reading = Type.Union([Type.Number(), Type.String(), Type.Null()])

/** Comparison of a measured value with its limit. The names are for client generators, which cannot derive any. */
export const Operator = Type.Enum(['≤', '<', '≥'], {
  description: 'Comparison of the value (left) with the limit (right)',
  'x-enum-varnames': ['AtMost', 'LessThan', 'AtLeast'],
})

/** State of the engine. */
export const EngineState = Type.Enum([
  'STOPPED',
  'STARTING',
  'RECONCILING',
  'RUNNING',
  'DEGRADED',
  'PAUSED',
  'HALTED',
  'STOPPING',
])

export const GateKind = Type.Enum(['S', 'D', 'B', 'Q', 'C'], {
  description: 'Safety, data, budget, quality, configuration',
})

/** Lower and upper bound. */
export const NumberRange = Type.Tuple([Type.Number(), Type.Number()])

/** Milliseconds: since 1970 for instants, otherwise a duration. Fields of this form end in `Ms`. */
export const Ms = Type.Integer({ description: 'Milliseconds' })

export const SymbolText = Type.String({
  pattern: '^[A-Z0-9]{1,20}USDT$',
  description: 'Symbol of a USDT-margined perpetual',
  examples: ['BTCUSDT'],
})

export const SymbolParams = Type.Object({ symbol: SymbolText })
export type SymbolParams = Static<typeof SymbolParams>

export const Nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** Age of a response, and whether it exceeds the limit. A stale response is returned and marked as stale. */
export const Freshness = Type.Object({
  status: Type.Enum(['FRESH', 'STALE', 'PARTIAL']),
  observedAt: At,
  ageMs: Nullable(
    Ms,
    'Null when `observedAt` is in the future, as after the host clock was set back; the data is then STALE',
  ),
  maxAgeMs: Ms,
  origin: Type.Enum(['EXCHANGE_WS', 'EXCHANGE_REST', 'LOCAL_LEDGER', 'SIMULATOR', 'REPLAY']),
})
export type Freshness = Static<typeof Freshness>

/** Order filters of an instrument. */
export const Filters = Type.Object({
  tickSize: DecimalText,
  lotSize: DecimalText,
  minNotional: Nullable(DecimalText, 'USDT'),
  maxLeverage: Nullable(Type.Number()),
})
export type Filters = Static<typeof Filters>

/** Query parameters of every paged list, newest first. */
export const PAGE_QUERY = {
  from: Type.Optional(instantText('First instant, included')),
  to: Type.Optional(instantText('Last instant, excluded')),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the previous page; use the same filters' })),
}

/** Schema of a list response with its age. */
export const Collection = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: Nullable(Type.String()),
    asOf: At,
    source: Freshness,
  })
