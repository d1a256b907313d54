/** Report of a monitor surface: which strategies and patterns are implemented, evaluated and scored. */

import { type Static, Type } from 'typebox'
import { At, Nullable, SymbolText } from '../common.ts'
import { Sha256, Timeframe } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const Count = Type.Integer()
const share = (description: string) => Nullable(Type.Number(), description)

const Item = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['STRATEGY', 'CANDLE_PATTERN', 'CHART_PATTERN', 'MICROSTRUCTURE']),
  family: Type.String(),
  definitionVersion: Nullable(Type.Integer(), 'Null when only declared'),
  definitionDigest: Nullable(
    Sha256,
    'For a strategy whose parameters depend on the timeframe, that of the first timeframe',
  ),
  goldenVectors: Nullable(
    Type.Object({ passed: Count, total: Count, ranAt: At }),
    'Result of the golden vectors, fixed bars with known output, on this build; null when there are none, as for a plug-in',
  ),
  implemented: Type.Boolean({ description: 'Whether this build implements it; false when it is only declared' }),
  status: Type.Enum(
    [
      'ACTIVE',
      'IDLE',
      'NEVER_EVALUATED',
      'NEVER_FIRED',
      'DISABLED_BY_CONFIG',
      'DECLARED_NOT_IMPLEMENTED',
      'STRUCTURALLY_RARE',
      'FAILING_VECTORS',
    ],
    {
      description:
        'STRUCTURALLY_RARE: it needs gaps between bars, which are rare in a market that never closes, and may be declared only (`implemented`). IDLE: it received bars, but none in the last 24 hours',
    },
  ),
  evaluations24h: Nullable(Count, 'Closed bars it received; null when they are not counted, as for a plug-in'),
  expectedEvaluations24h: Nullable(Count, 'Bars closed by the clock on every symbol and timeframe it runs on'),
  fires30d: Nullable(
    Count,
    'For a strategy, its signals, including those on past bars; for a pattern, its matches since the bars replayed after a start',
  ),
  outcomes: Nullable(
    Count,
    'Signals of the last 30 days followed to their end; null for patterns, which are not followed',
  ),
  lastEvaluatedAt: Nullable(At, 'Opening time of the last bar it received'),
  lastFiredAt: Nullable(At),
})

export const fullStrategyPatternCoverage = surfaceContract({
  surface: 'full-strategy-pattern-coverage',
  label: 'Strategy coverage',
  question: 'which of the declared strategies and patterns are running',
  isAssessment: true,
  verdicts: {
    NOT_COVERED: 'WARN',
    INSUFFICIENT_EVIDENCE: 'WARN',
    PARTIAL: 'INFO',
    COVERED: 'OK',
  },
  data: Type.Object({
    totals: Nullable(
      Type.Object({
        declared: Count,
        implemented: Nullable(
          Count,
          'Implemented, and its golden vectors pass on this build; null until they have been run',
        ),
        enabled: Count,
        evaluated24h: Count,
        fired30d: Count,
        scored30: Type.Integer({ description: 'Number with enough outcomes for a score' }),
      }),
      'Null until counted',
    ),
    ratios: Type.Object({
      implementation: share('Share of the declared items'),
      evaluation: share('Share of the bars closed for enabled items; null without bars'),
      firing: share('Share of the implemented items'),
      outcome: share('Share of the implemented items with enough outcomes for a score'),
    }),
    items: Type.Array(Item),
    grid: Type.Array(
      Type.Object({
        symbol: SymbolText,
        timeframe: Timeframe,
        evaluatedPct: Nullable(Type.Number(), 'Share of the closed bars; null without bars'),
      }),
    ),
  }),
})
export type StrategyPatternCoverage = Static<typeof fullStrategyPatternCoverage.data>
