import { type Static, type TSchema, Type } from 'typebox'

/** Money, price, quantity, rate: exact decimal text, without exponent, plus sign or leading zeros. */
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

/** Milliseconds: since 1970 for instants, else a duration. Fields of this form end in `Ms`. */
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

/** How old an answer is, and whether that is too old. A stale answer is given and marked, never hidden. */
export const Freshness = Type.Object({
  status: Type.Enum(['FRESH', 'STALE', 'PARTIAL']),
  observedAt: At,
  ageMs: Ms,
  maxAgeMs: Ms,
  origin: Type.Enum(['EXCHANGE_WS', 'EXCHANGE_REST', 'LOCAL_LEDGER', 'SIMULATOR', 'REPLAY']),
})
export type Freshness = Static<typeof Freshness>

/** A list that says how old it is. */
export const Collection = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: Nullable(Type.String()),
    asOf: At,
    source: Freshness,
  })
