/** Wire types of the risk limits, their current usage, and the open risk at the stops. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, idText, Nullable, Operator, Reading, SymbolText } from './common.ts'
import { Sha256 } from './signals.ts'

const MaybeMoney = (description: string) => Nullable(DecimalText, description)

/** A limit of the constitution, with its current usage. */
export const RiskLimit = Type.Object({
  path: Type.String({ description: 'Path in the constitution', examples: ['limits.maxDayLossPct'] }),
  title: Type.String(),
  unit: Type.String(),
  operator: Operator,
  limit: Reading,
  default: Reading,
  comparison: Type.Enum(['EQUAL', 'TIGHTER', 'LOOSER'], { description: 'Comparison of the limit with its default' }),
  gateId: Type.String({ description: 'Gate or breaker that enforces it' }),
  gate: Type.String(),
  perOrder: Type.Boolean({ description: 'True when it applies to each order, so it has no current usage' }),
  used: Reading,
  headroom: Reading,
  usedShare: Nullable(Type.Number(), 'Used ÷ limit; for a minimum limit ÷ used'),
})
export type RiskLimit = Static<typeof RiskLimit>

/** Loss of a symbol at its stop. Losses include fees and slippage; a negative one is a secured profit. */
export const SymbolRisk = Type.Object({
  symbol: SymbolText,
  positionId: Nullable(idText('pos'), 'Null when only orders may open a position'),
  direction: Nullable(Type.Enum(['LONG', 'SHORT'])),
  stop: Nullable(DecimalText),
  exposure: Type.Unsafe<string>({ ...DecimalText, description: 'With all working orders of the larger side filled' }),
  lossAtStop: MaybeMoney('Of the position, from its entry price'),
  lossFromMark: MaybeMoney('Of the position, from the mark price'),
  worstLoss: MaybeMoney('From the entry price with all working orders filled, as G31 counts it'),
})
export type SymbolRisk = Static<typeof SymbolRisk>

/** The limits in effect, their usage, and the loss if every stop is hit. */
export const RiskLimits = Type.Object({
  constitution: Type.Object({
    hash: Sha256,
    source: Type.Enum(['BUILT_IN', 'HOST_FILE']),
    fileHash: Nullable(Sha256, 'Of the file on the host'),
    loadedAt: At,
  }),
  appliesToManual: Type.Boolean({
    description: 'Whether the limits on daily loss, drawdown and consecutive losses also apply to manual orders',
  }),
  equity: Nullable(DecimalText),
  limits: Type.Array(RiskLimit, { description: 'In order of the gates' }),
  openRisk: Type.Object({
    lossFromMark: MaybeMoney('Sum over positions; a secured profit offsets no loss'),
    worstLoss: MaybeMoney('Sum over symbols, as G32 counts it'),
    symbols: Type.Array(SymbolRisk),
  }),
  asOf: At,
})
export type RiskLimits = Static<typeof RiskLimits>
