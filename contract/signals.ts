/** Wire types of strategy signals, their calibration and their outcomes. */

import { type Static, Type } from 'typebox'
import {
  At,
  Collection,
  DecimalText,
  idText,
  listText,
  Nullable,
  PAGE_QUERY,
  probabilityText,
  SymbolText,
} from './common.ts'
import { KLINE_INTERVALS } from './market.ts'

export const Timeframe = Type.Enum([...KLINE_INTERVALS], { description: 'Length of its bars' })
export const SignalDirection = Type.Enum(['LONG', 'SHORT'], { description: 'LONG buys, SHORT sells' })
export const StrategyFamily = Type.Enum(['TREND', 'MOMENTUM', 'MEAN_REVERSION', 'VOLATILITY', 'CARRY', 'PATTERN'], {
  description: 'Type of market behaviour the strategy relies on',
})
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256' })

const described = (description: string) => Type.Number({ description })
const priced = (description: string) => Type.Unsafe<string>({ ...DecimalText, description })
const instant = (description: string) => Type.Unsafe<string>({ ...At, description })
const digested = (description: string) => Type.Unsafe<string>({ ...Sha256, description })

export const Calibration = Type.Object(
  {
    method: Type.Enum(['PRIOR_ONLY', 'SHRUNK', 'PLATT', 'ISOTONIC'], {
      description: 'PRIOR_ONLY is not based on any outcome',
    }),
    n: Type.Integer(),
    effectiveN: described('Effective number of independent outcomes'),
    brierSkill: Nullable(
      Type.Number(),
      'Compared with predicting the base rate; null while there are too few outcomes',
    ),
  },
  { description: 'Statistics of the strategy, version and regime' },
)

/** Probability of reaching the target, and its basis. */
export const CONFIDENCE = {
  confidence: described('Probability of reaching the target, 0 to 1'),
  confidenceCi: Type.Tuple([Type.Number(), Type.Number()], { description: 'Wilson interval at 95%' }),
  calibration: Calibration,
}

const ResolvedOutcome = Type.Object({
  status: Type.Literal('RESOLVED', { description: 'The outcome can be scored' }),
  label: Type.Integer({ minimum: -1, maximum: 1, description: '1 won, -1 lost, 0 neither' }),
  barrier: Type.Enum(['TARGET', 'STOP', 'TIME', 'EXIT'], {
    description: 'Reason of the exit: target, stop, horizon, or an exit signal of the strategy',
  }),
  enteredAt: instant('Open of the first one-minute bar after the signal'),
  resolvedAt: instant('End of the bar that determined it'),
  entry: DecimalText,
  exit: DecimalText,
  grossReturn: described('Fraction of the entry'),
  costReturn: described('Fraction of the entry; frozen when the signal was raised'),
  netReturn: described('Gross minus costs'),
  netR: described(
    'Net result of the followed signal, traded or not, in units of the distance from entry to stop: unlike the R of a trade, not based on fills, in a unit without fees',
  ),
  mfeR: described('Maximum favourable excursion, in the same unit'),
  maeR: described('Maximum adverse excursion, in the same unit'),
  barsHeld: Type.Integer({ description: 'One-minute bars' }),
  ambiguousBar: Type.Boolean({ description: 'True when one bar touched both stop and target; the stop counts' }),
  uniqueness: Nullable(Type.Number(), '1 divided by the open signals of its strategy when it ended, itself included'),
  shadow: Type.Boolean({ description: 'True when no order was placed on it' }),
})

const LostOutcome = Type.Object({
  status: Type.Literal('LOST', { description: 'The outcome can never be scored' }),
  reason: Type.Enum(['DATA_GAP', 'CANDLE_CHANGED', 'ENTRY_PAST_STOP', 'ENTRY_PAST_TARGET', 'EXIT_BEFORE_ENTRY'], {
    description:
      'A minute was not observed; its candle was revised by a late trade; the next open was beyond stop or target; the strategy exited first',
  }),
  lostAt: instant('Time up to which the data was complete'),
})

/** Outcome of a signal, traded or not. */
export const SignalOutcome = Type.Union([ResolvedOutcome, LostOutcome])
export type SignalOutcome = Static<typeof SignalOutcome>

/** Signal of a strategy at the close of a bar. It has no size and sends no order. */
export const Signal = Type.Object({
  signalId: Type.Unsafe<string>({
    ...idText('sig'),
    description: 'Derived from bar, strategy and parameters, so it is reproducible',
  }),
  symbol: SymbolText,
  timeframe: Timeframe,
  strategyId: Type.String({ examples: ['S01'] }),
  strategyName: Nullable(Type.String(), 'Null for a strategy that is no longer run on this timeframe'),
  family: StrategyFamily,
  definitionVersion: Type.Integer({ description: 'A changed rule under the same ID is a new version' }),
  definitionDigest: digested('SHA-256 of the definition with its parameters'),
  direction: SignalDirection,
  barOpenAt: At,
  barClosedAt: At,
  createdAt: instant('Time it was raised, on our clock'),
  validUntil: instant('Latest time for an entry'),
  origin: Type.Enum(['LIVE', 'HISTORY'], {
    description: 'HISTORY: the bar closed before the engine observed it; not traded',
  }),
  rawScore: described("Score on the strategy's own scale: higher is more confident"),
  ...CONFIDENCE,
  reference: Type.Object({
    price: priced('Close of the bar'),
    atr: Nullable(DecimalText, 'Average true range, to the tick; null when the strategy does not use it'),
  }),
  plan: Type.Object(
    {
      stopLoss: DecimalText,
      takeProfit: DecimalText,
      horizonBars: Type.Integer({ description: 'Bars of its timeframe after which it expires' }),
      horizonEndsAt: At,
      rewardRisk: described('Distance to the target divided by distance to the stop'),
    },
    { description: 'Target, stop and horizon' },
  ),
  regime: Type.Enum(['TREND_UP', 'TREND_DOWN', 'RANGE', 'VOLATILE', 'QUIET', 'INSUFFICIENT_EVIDENCE'], {
    description: 'Market regime; outcomes are counted separately per regime',
  }),
  patternIds: Type.Array(Type.String(), { description: 'Candlestick patterns completed by the bar' }),
  features: Type.Record(Type.String(), Nullable(Type.Number()), {
    description: 'Values the signal is based on; null is not a number',
  }),
  costReturn: described('Estimated cost of a round trip, as a fraction of the entry'),
  digest: digested('SHA-256 of everything reproducible from the candles; candidates refer to it'),
  state: Type.Enum(['ACTIVE', 'EXPIRED', 'SUPERSEDED', 'INVALIDATED'], {
    description:
      "On the market's clock. INVALIDATED: the stop was hit while it was valid; EXPIRED: its validity has ended, or it has ended for another reason; SUPERSEDED: the same strategy has given a later signal",
  }),
  candidateId: Nullable(idText('cnd'), 'Candidate created from it'),
  notTraded: Nullable(
    Type.Enum(['LEFT_TO_MANUAL_TRADING']),
    'LEFT_TO_MANUAL_TRADING: the symbol is in `manualSymbols`, so its signals create no candidates; null for all other symbols',
  ),
  outcome: Nullable(SignalOutcome, 'Null while it is open'),
})
export type Signal = Static<typeof Signal>

export const SYMBOLS_QUERY = {
  symbol: Type.Optional(SymbolText),
  symbols: Type.Optional(listText('[A-Z0-9]{1,20}USDT', 50, 'Up to 50 symbols, comma-separated')),
}

export const StrategyText = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,40}$',
  description: 'ID of a strategy',
  examples: ['S01'],
})

const FILTERS = {
  ...SYMBOLS_QUERY,
  strategyId: Type.Optional(StrategyText),
  timeframe: Type.Optional(Timeframe),
  minConfidence: Type.Optional(probabilityText('Minimum confidence')),
}

export const LatestSignalsQuery = Type.Object(FILTERS, { additionalProperties: false })
export type LatestSignalsQuery = Static<typeof LatestSignalsQuery>

export const SignalHistoryQuery = Type.Object({ ...FILTERS, ...PAGE_QUERY }, { additionalProperties: false })
export type SignalHistoryQuery = Static<typeof SignalHistoryQuery>

/** Sorted by close of the bar, newest first. */
export const Signals = Collection(Signal)
export type Signals = Static<typeof Signals>
