/**
 * Wire types of trading performance: results of closed positions in total, by day, and by strategy, symbol and other
 * groups.
 */

import { type Static, Type } from 'typebox'
import { At, DecimalText, idText, instantText, listText, Ms, Nullable, NumberRange } from './common.ts'
import { StrategyText } from './signals.ts'

const Net = Type.Unsafe<string>({ ...DecimalText, description: 'Result after fees and funding' })

const FIGURES = {
  trades: Type.Integer({ description: 'Closed positions' }),
  wins: Type.Integer({ description: 'Closed positions with a net result above zero' }),
  net: Net,
  gross: Type.Unsafe<string>({ ...DecimalText, description: 'Result before fees and funding' }),
  fees: Type.Unsafe<string>({ ...DecimalText, description: 'Positive: paid; negative: received' }),
  funding: Type.Unsafe<string>({ ...DecimalText, description: 'Positive: paid; negative: received' }),
  profitFactor: Nullable(Type.Number(), 'Σ net gains ÷ |Σ net losses|; null without a loss'),
  meanR: Nullable(
    Type.Number(),
    'Mean net result in multiples of the loss at the first stop; null where no stop is recorded',
  ),
}

/** Figures of a set of closed positions. */
export const PerformanceFigures = Type.Object(FIGURES)

/** Figures of the closed positions with one value in common, such as the symbol. */
export const PerformanceGroup = Type.Object({ key: Nullable(Type.String()), ...FIGURES })
export type PerformanceGroup = Static<typeof PerformanceGroup>

/** A closed position with its result. */
export const PerformanceExtreme = Type.Object({
  positionId: idText('pos'),
  symbol: Type.String(),
  net: Net,
  closedAt: At,
})

/** Result of the positions closed on one day. */
export const PerformanceDay = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'UTC day of closing' }),
  trades: Type.Integer(),
  net: Net,
})
export type PerformanceDay = Static<typeof PerformanceDay>

const groups = (description?: string) => Type.Array(PerformanceGroup, description === undefined ? {} : { description })

/** Results of the positions that were closed in a range. Open positions are not included. */
export const Performance = Type.Object({
  from: Nullable(At, 'Null: from the first closed position'),
  to: At,
  ...FIGURES,
  winRate: Nullable(Type.Number(), 'Wins ÷ trades'),
  winRateCi: Nullable(NumberRange, 'Wilson interval of the win rate at 95%'),
  expectancy: Nullable(DecimalText, 'Mean net result in USDT'),
  payoff: Nullable(Type.Number(), 'Mean gain ÷ |mean loss|; null without both'),
  best: Nullable(PerformanceExtreme),
  worst: Nullable(PerformanceExtreme),
  longestLosingStreak: Type.Integer({ description: 'Longest losing streak, in order of closing' }),
  meanHeldMs: Nullable(Ms, 'Mean time from opening to closing'),
  exploratory: Type.Object(
    { trades: Type.Integer(), net: Net },
    { description: 'Entries without an expected edge after costs; included in all other figures' },
  ),
  days: Type.Array(PerformanceDay, { description: 'Days with at least one closed position, oldest first' }),
  byStrategy: groups('By strategy; null: opened without one'),
  bySymbol: groups(),
  byDirection: groups(),
  byOrigin: groups('By the origin of the order that opened the position'),
  byHour: groups('By UTC hour of opening, 00 to 23'),
  asOf: At,
})
export type Performance = Static<typeof Performance>

export const PerformanceQuery = Type.Object(
  {
    from: Type.Optional(instantText('First instant of closing, included')),
    to: Type.Optional(instantText('Last instant of closing, excluded; default now')),
    symbols: Type.Optional(listText('[A-Z0-9]{1,20}USDT', 50, 'Up to 50 symbols, comma-separated')),
    strategyId: Type.Optional(StrategyText),
  },
  { additionalProperties: false },
)
export type PerformanceQuery = Static<typeof PerformanceQuery>
