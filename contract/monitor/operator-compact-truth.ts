/** Report of a monitor surface: the one-page summary for the operator. */

import { Type } from 'typebox'
import { At, DecimalText, EngineState, GateKind, idText, Ms, Nullable } from '../common.ts'
import { ExecutionMode } from '../trading.ts'
import { SEVERITIES, surfaceContract } from './surface.ts'

const Engine = Type.Object({
  state: EngineState,
  since: At,
  executionMode: ExecutionMode,
  latchEngaged: Type.Boolean(),
  stopId: Nullable(idText('stp')),
})

const Money = Type.Object({
  equity: DecimalText,
  dayNet: DecimalText,
  dayNetPct: Nullable(Type.Number(), 'Fraction of the equity at the start of the UTC day; null when that was zero'),
  drawdownPct: Type.Number(),
})

const Exposure = Type.Object({
  openPositions: Type.Integer(),
  gross: Nullable(DecimalText),
  effectiveLeverage: Nullable(DecimalText),
  unprotectedPositions: Type.Integer({ description: 'Positions whose full size is not protected by verified stops' }),
  outcomeUnknownOrders: Type.Integer(),
  externalOrders: Type.Integer({ description: 'Working orders that are not ours' }),
})

export const operatorCompactTruth = surfaceContract({
  surface: 'operator-compact-truth',
  label: 'Operator',
  question: 'whether action is required',
  nextStepAt: '/data/nextAction/text',
  verdicts: {
    ACT_NOW: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    ATTENTION: 'WARN',
    STOPPED_BY_CHOICE: 'INFO',
    ALL_CLEAR: 'OK',
  },
  data: Type.Object({
    engine: Nullable(Engine),
    money: Nullable(Money),
    exposure: Nullable(Exposure),
    data: Nullable(
      Type.Object({
        freshness: Type.Enum(['FRESH', 'PARTIAL', 'STALE']),
        oldestAgeMs: Ms,
      }),
      'From public-status-truth',
    ),
    topBlockers: Type.Array(
      Type.Object({
        gateId: Type.String(),
        label: Type.String(),
        shapleyShare: Nullable(Type.Number(), 'Share of the candidates refused in the last 24 hours'),
        kind: GateKind,
      }),
      { maxItems: 3 },
    ),
    surfaces: Type.Array(
      Type.Object({
        surface: Type.String(),
        verdict: Type.String(),
        severity: Type.Enum([...SEVERITIES]),
        generatedAt: At,
        etag: Type.String(),
      }),
      { description: 'The other surfaces, from the same snapshot' },
    ),
    worst: Type.Array(Type.Object({ surface: Type.String(), verdict: Type.String() }), { maxItems: 5 }),
    nextAction: Type.Object({
      code: Type.String(),
      text: Type.String(),
      where: Type.Enum(['API', 'HOST_CLI', 'EXCHANGE', 'NONE']),
    }),
  }),
})
