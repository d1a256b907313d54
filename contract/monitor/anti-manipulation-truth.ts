/**
 * Report of a monitor surface: signs of manipulation in the watched markets, and our own conduct by the same measures.
 */

import { Type } from 'typebox'
import { At, DecimalText, idText, Nullable, SymbolText } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Level = Type.Enum(['HOSTILE', 'INSUFFICIENT_EVIDENCE', 'ELEVATED', 'CLEAN'])

const Component = Type.Object({
  id: Type.Enum(
    [
      'spoof',
      'layering',
      'fleeting',
      'trap',
      'vpin',
      'funding',
      'cascade',
      'selfConduct',
      'tradeAuthenticity',
      'kyleLambda',
    ],
    { description: 'The last two are informational and not measured yet' },
  ),
  value: Nullable(Type.Number()),
  percentile: Nullable(Type.Number(), 'Percentile among the previous hours; null until there are enough'),
  z: Nullable(
    Type.Number(),
    'Result for a Poisson count; null until the baseline has the required length. An earlier HOSTILE is based on the rate assumed in advance',
  ),
  level: Level,
  baselineDays: Type.Number(),
  n: Type.Integer(),
})

const Event = Type.Object({
  at: At,
  kind: Type.Enum(['CONSISTENT_WITH_SPOOFING', 'CONSISTENT_WITH_LAYERING', 'CONSISTENT_WITH_STOP_HUNT']),
  side: Type.Enum(['BID', 'ASK'], {
    description: 'Side of the quantity; for a wick, the side whose stops it reached',
  }),
  priceBand: Type.Object({ low: DecimalText, high: DecimalText }),
  size: DecimalText,
  evidenceId: idText('evd'),
})

const SelfConduct = Type.Object(
  {
    from: At,
    to: At,
    orders: Type.Integer(),
    cancels: Type.Integer({ description: 'Number of these that were cancelled' }),
    fills: Type.Integer(),
    orderToTradeRatio: Nullable(Type.Number(), '(orders + cancels)/fills − 1; null without a fill'),
    restingOrders: Type.Integer({ description: 'Limit orders that may rest in the order book' }),
    cancelledWithin2s: Type.Integer({ description: 'Number of these that were cancelled within two seconds' }),
    fastCancelShare: Nullable(Type.Number()),
    selfCrossRefusals: Type.Integer({
      description: 'Orders blocked by G26 because they would have matched one of our own',
    }),
    selfTrades: Type.Integer({ description: 'Executions with our orders on both sides' }),
    complete: Type.Boolean({ description: 'False when there was too much to count completely' }),
  },
  { description: 'Our own conduct in the last 24 hours' },
)

export const antiManipulationTruth = surfaceContract({
  surface: 'anti-manipulation-truth',
  label: 'Manipulation',
  question: 'whether the market is manipulated',
  nextStep: 'No action needed: gate G25 uses the same data, and blocks entries where the constitution requires it.',
  verdicts: { HOSTILE: 'BLOCK', INSUFFICIENT_EVIDENCE: 'WARN', ELEVATED: 'WARN', CLEAN: 'OK' },
  data: Type.Object({
    inferenceLevel: Type.Literal('L2_AGGREGATED', {
      description: 'Depth by price, without orders or owners; it cannot prove intent',
    }),
    dataWindow: Nullable(
      Type.Object({
        bookUpdates: Type.Integer(),
        trades: Type.Integer(),
        from: At,
        to: At,
        completenessPct: Nullable(Type.Number(), 'Observed part of the window, for the least observed symbol'),
      }),
      'Null before any order book was received',
    ),
    symbols: Type.Array(
      Type.Object({
        symbol: SymbolText,
        judged: Type.Boolean({
          description: 'Whether the verdict includes it, because it is in an armed trading scope',
        }),
        posture: Level,
        components: Type.Array(Component),
        recentEvents: Type.Array(Event, { description: 'Most recent events, oldest first' }),
      }),
    ),
    selfConduct: Nullable(SelfConduct, 'Null until counted'),
    effect: Nullable(
      Type.Enum(['ENTRIES_VETOED_BY_G25', 'NONE']),
      'Current effect of the gate on autotrading entries; null while the market is not observed',
    ),
  }),
})
