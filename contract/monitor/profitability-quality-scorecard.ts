/** Report of a monitor surface: the statistical evidence for an edge in the trades. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, Nullable, NumberRange } from '../common.ts'
import { ExecutionMode } from '../trading.ts'
import { surfaceContract } from './surface.ts'

const bootstrapped = 'Stationary bootstrap, 5,000 resamples, 95%; null for fewer than two'
const ciR = Nullable(NumberRange, bootstrapped)
const meanR = Nullable(
  Type.Number(),
  'R: net result divided by the initial risk, |entry − first stop| · quantity plus fees of entry and exit',
)

/** Result of a group of trades. */
export const GroupScore = Type.Object({
  trades: Type.Integer(),
  net: DecimalText,
  meanR,
  ciR,
  winRate: Nullable(Type.Number(), 'Wins ÷ trades'),
  profitFactor: Nullable(Type.Number(), 'Null while nothing was lost'),
})

export const StrategyScore = Type.Object({
  strategyId: Nullable(Type.String(), 'Null for lifecycles not opened by a strategy'),
  ...GroupScore.properties,
})

export const RegimeScore = Type.Object({
  regime: Type.String({ description: 'Regime at the signal of the entry' }),
  ...GroupScore.properties,
})

const Counts = Type.Object({
  closedTrades: Type.Integer({ description: 'Closed lifecycles: `GET /trading/positions?status=CLOSED`' }),
  tradesWithRisk: Type.Integer({ description: 'Trades with a recorded initial stop; R is based on these' }),
  days: Type.Integer({ description: 'Close-to-close returns of complete UTC days' }),
  openPositions: Type.Integer(),
})

const ExploratoryScore = Type.Object(
  { trades: Type.Integer(), net: DecimalText },
  {
    description: 'Closed trades without an expected edge (--explore)',
  },
)

const Pnl = Type.Object({
  gross: Type.Unsafe<string>({ ...DecimalText, description: 'Σ realizedPnl of the closed lifecycles' }),
  fees: DecimalText,
  funding: Type.Unsafe<string>({ ...DecimalText, description: 'Paid; negative is received' }),
  net: Type.Unsafe<string>({ ...DecimalText, description: 'gross − fees − funding; slippage is within the prices' }),
  implementationShortfall: Nullable(DecimalText, 'Entries and exits; null while one of them is not measured'),
  entryShortfall: Type.Object(
    { amount: DecimalText, trades: Type.Integer() },
    {
      description:
        'Σ d·(price − mid of the order book at the decision)·quantity of the entries whose decision records the book; already included in the net result',
    },
  ),
})

const MaxDrawdown = Type.Object(
  {
    pct: Type.Number({ description: 'Percent of the peak, from samples one minute apart' }),
    from: Nullable(At),
    to: Nullable(At),
    underWaterDays: Type.Number({ description: 'Longest period below a peak' }),
  },
  { description: 'Deposits and withdrawals shift the peak' },
)

const Trials = Type.Object({
  registered: Type.Integer({
    description: 'Strategy definitions per timeframe with at least one outcome',
  }),
  measured: Type.Integer({ description: 'Trials with enough days for a Sharpe ratio' }),
  effective: Nullable(Type.Number(), 'ρ̄ + (1 − ρ̄)·N; informational: all registered trials count'),
  varianceOfSharpe: Nullable(Type.Number(), 'Variance of the daily ratios of the measured trials'),
})

export const profitabilityQualityScorecard = surfaceContract({
  surface: 'profitability-quality-scorecard',
  label: 'Profitability',
  question: 'profitability',
  nextStep: 'Decide whether to continue; plimsoll pause blocks new entries and leaves every stop in place.',
  isAssessment: true,
  verdicts: {
    PROVEN_NEGATIVE: 'BLOCK',
    LIKELY_NEGATIVE: 'WARN',
    INSUFFICIENT_EVIDENCE: 'WARN',
    UNPROVEN: 'INFO',
    LIKELY_POSITIVE: 'INFO',
    PROVEN_POSITIVE: 'OK',
  },
  data: Type.Object({
    scope: Type.Object({
      executionMode: ExecutionMode,
      from: Nullable(At, 'Opening of the first closed trade'),
      to: Nullable(At, 'Close of the last closed trade'),
      strategies: Type.Array(Type.String()),
    }),
    counts: Nullable(Counts),
    pnl: Nullable(Pnl),
    expectancy: Nullable(
      Type.Object({
        usd: Nullable(Type.Number(), 'Mean net result of a trade'),
        ciUsd: Nullable(NumberRange, bootstrapped),
        r: meanR,
        ciR,
      }),
    ),
    profitFactor: Nullable(Type.Number(), 'Null while nothing was lost'),
    winRate: Type.Object({ value: Nullable(Type.Number()), ci: Nullable(NumberRange, 'Wilson, 95%') }),
    payoff: Nullable(Type.Number(), 'Mean gain over mean loss'),
    sharpe: Type.Object({
      value: Nullable(Type.Number(), 'Daily ratio'),
      annualised: Nullable(Type.Number(), 'Daily ratio multiplied by √365'),
      se: Nullable(Type.Number(), 'At the daily ratio'),
      skewness: Nullable(Type.Number()),
      kurtosis: Nullable(Type.Number(), 'Not in excess: three for a normal distribution'),
    }),
    sortino: Nullable(Type.Number(), 'Annualised; null without a losing day'),
    calmar: Nullable(Type.Number(), 'From 90 days on'),
    maxDrawdown: Nullable(MaxDrawdown),
    cvar95R: Nullable(Type.Number(), 'Mean of the worst 5% of R'),
    costRatio: Nullable(Type.Number(), '(fees + |funding| + |shortfall|) / gross profit; null when the shortfall is'),
    paidRatio: Nullable(Type.Number(), '(fees + |funding|) / gross profit of the winning trades'),
    psr0: Nullable(Type.Number(), 'Probability that the true Sharpe ratio is above zero'),
    dsr: Nullable(Type.Number(), 'Probability that it exceeds the best of all registered trials expected by chance'),
    minTrlDays: Nullable(Type.Number(), 'Days needed for significance at this ratio; null when it is not above zero'),
    trials: Nullable(Trials),
    pbo: Nullable(
      Type.Object({ value: Type.Number(), splits: Type.Integer() }),
      'Probability of overfitting across trials (CSCV); null for fewer than two trials or 100 common days',
    ),
    equityIdentity: Nullable(
      Type.Object({
        ok: Type.Boolean(),
        differenceUsd: DecimalText,
        toleranceUsd: Type.Number(),
        equityStart: DecimalText,
        equityNow: DecimalText,
        externalFlows: DecimalText,
      }),
      'Current equity − initial equity − flows = Σ net of all lifecycles + unrealised',
    ),
    exploratory: Nullable(ExploratoryScore),
    byStrategy: Type.Array(StrategyScore),
    byRegime: Type.Array(RegimeScore),
  }),
})
export type ProfitabilityQualityScorecard = Static<typeof profitabilityQualityScorecard.data>
