/** Wire types of autotrading candidates: their costs, expected edge, gate results and outcome. */

import { type Static, Type } from 'typebox'
import { At, Collection, DecimalText, Exploratory, idText, Nullable, PAGE_QUERY, SymbolText } from './common.ts'
import { CONFIDENCE, Sha256, SignalDirection, StrategyText, SYMBOLS_QUERY, Timeframe } from './signals.ts'
import { GateReading, Order } from './trading.ts'

export const Grade = Type.Enum(['A', 'B', 'C', 'REJECT'], {
  description:
    'Expected return after costs. A: above zero by at least its costs at the lower bound of the probability. B: above zero at the lower bound. C: above zero on average, or not calibrated yet. REJECT: not above zero',
})
const VERDICTS = ['ORDERED', 'REFUSED'] as const

const bps = (description: string) => Type.Number({ description: `${description}, bps of the notional` })
const priced = (description: string) => Type.Unsafe<string>({ ...DecimalText, description })

const Cost = Type.Object(
  {
    feesBps: bps('Fees of entry and exit'),
    spreadBps: bps('Cost of crossing the spread'),
    impactBps: bps('Price impact of the order'),
    fundingBps: bps('Funding during the holding period; negative is received'),
    adverseBps: bps('Adverse selection after a resting entry'),
    totalBps: bps('Total'),
  },
  { description: 'Estimated cost of a round trip' },
)

const Edge = Type.Object({
  grossEdgeBps: bps('Expected return before costs'),
  netEdgeBps: bps('Expected after costs'),
  netEdgeLcbBps: bps('Expected return after costs at the lower bound of the probability'),
  breakEvenP: Type.Number({ description: 'Break-even probability of the target' }),
  costShare: Nullable(Type.Number(), 'Cost divided by the expected gain at the target; null when that gain is zero'),
  kellyFraction: Type.Number({ description: 'Kelly fraction, capped; informational, never used for sizing' }),
  grade: Grade,
})

const { orderId, status, qty, filledQty, avgFillPrice, feesPaid, createdAt, updatedAt } = Order.properties

/** Summary of an order. */
const OrderSummary = Type.Object({
  orderId,
  status,
  qty,
  filledQty,
  avgFillPrice,
  feesPaid,
  createdAt,
  updatedAt,
  positionId: Nullable(idText('pos'), 'Position it opened; null while nothing was filled'),
})

/** Autotrading candidate, with every gate's result and the outcome. */
export const EntryDecision = Type.Object({
  candidateId: idText('cnd'),
  digest: Type.Unsafe<string>({ ...Sha256, description: 'SHA-256 of the candidate; repeated in its order' }),
  at: At,
  symbol: SymbolText,
  timeframe: Timeframe,
  direction: SignalDirection,
  bookId: Nullable(Type.String(), 'Trading scope it belongs to; null when it belongs to none'),
  strategyId: Type.String({ description: 'Leading strategy, which provides plan and probability' }),
  exploratory: Exploratory,
  signals: Type.Array(
    Type.Object({
      signalId: idText('sig'),
      strategyId: Type.String(),
      digest: Type.Unsafe<string>({ ...Sha256, description: '`digest` of the signal at that time' }),
    }),
    { description: 'Supporting signals, the leading one first' },
  ),
  ...CONFIDENCE,
  price: priced('Worst entry price'),
  stopLoss: DecimalText,
  takeProfit: DecimalText,
  horizonEndsAt: Type.Unsafe<string>({ ...At, description: "Latest close, on the market's clock" }),
  quantity: priced('Base currency'),
  notional: priced('USDT at the worst price'),
  risk: priced('Loss at the stop in USDT, including costs'),
  sizedBy: Type.String({ description: 'What limited the size: RISK, ORDER_LIMIT' }),
  cost: Cost,
  edge: Edge,
  verdict: Type.Enum([...VERDICTS], { description: 'Whether it became an order or was refused by the gates' }),
  decisionId: idText('dec'),
  decisionDigest: Type.Unsafe<string>({
    ...Sha256,
    description:
      'SHA-256 of the JSON list of `digest`, `decisionId`, the verdict (APPROVED or DENIED), and for every gate [gateId, enforced, pass, observed, limit]',
  }),
  refusedBy: Type.Array(Type.String()),
  gates: Type.Array(GateReading, { description: 'Evaluations of all gates, by number' }),
  orderId: Nullable(idText('ord'), 'Null when the gates refused it'),
  order: Nullable(OrderSummary, 'Current state of the order'),
})
export type EntryDecision = Static<typeof EntryDecision>

/** Decision with the input of its gates: evaluated again, they give the same result. */
export const EvidencedDecision = Type.Object({
  ...EntryDecision.properties,
  evidence: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Input of the gates as stored: prices in ticks, quantities in lots, money in 10^-8 USDT as text; `constitutionHash` identifies the limits',
  }),
})
export type EvidencedDecision = Static<typeof EvidencedDecision>

export const DecisionParams = Type.Object({ candidateId: idText('cnd') })

export const DecisionsQuery = Type.Object(
  {
    ...SYMBOLS_QUERY,
    strategyId: Type.Optional(Type.Unsafe<string>({ ...StrategyText, description: 'Leading strategy' })),
    verdict: Type.Optional(Type.Enum([...VERDICTS], { description: 'Result' })),
    gateId: Type.Optional(
      Type.String({ pattern: '^G\\d{2}$', description: 'Gate that refused it', examples: ['G24'] }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type DecisionsQuery = Static<typeof DecisionsQuery>

/** Sorted by time of decision, newest first. */
export const EntryDecisions = Collection(EntryDecision)
export type EntryDecisions = Static<typeof EntryDecisions>
