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

/** Probability of reaching the target, and its basis. */
export const CONFIDENCE = {
  confidence: described('Probability of reaching the target, 0 to 1'),
  confidenceCi: Type.Tuple([Type.Number(), Type.Number()], { description: 'Wilson interval at 95 %' }),
  calibration: Type.Object(
    {
      method: Type.Enum(['PRIOR_ONLY', 'SHRUNK', 'PLATT', 'ISOTONIC'], {
        description: 'PRIOR_ONLY is not based on any outcome',
      }),
      n: Type.Integer({ description: 'Number of outcomes' }),
      effectiveN: described('Independent outcomes they amount to'),
      brierSkill: Nullable(
        Type.Number(),
        'Relative to predicting the base rate; null while there are too few outcomes',
      ),
    },
    { description: 'Statistics of the strategy, version and regime' },
  ),
}

const ResolvedOutcome = Type.Object({
  status: Type.Literal('RESOLVED', { description: 'The outcome can be scored' }),
  label: Type.Integer({ minimum: -1, maximum: 1, description: '1 won, -1 lost, 0 neither' }),
  barrier: Type.Enum(['TARGET', 'STOP', 'TIME', 'EXIT'], {
    description: 'What ended it: target, stop, horizon, or an exit signal of the strategy',
  }),
  enteredAt: instant('Open of the first one-minute bar after the signal'),
  resolvedAt: instant('End of the bar that decided it'),
  entry: priced('Price it was entered at'),
  exit: priced('Price it ended at'),
  grossReturn: described('Fraction of the entry'),
  costReturn: described('Fraction of the entry; frozen when the signal was raised'),
  netReturn: described('Gross less costs'),
  netR: described(
    'Net, in distances from entry to stop: of the signal as it was followed to what ended it, traded or not. Not the R of a trade, which is of what was filled, and counts the fees of both ways as part of what was at risk',
  ),
  mfeR: described('How far it went the right way, in the same measure'),
  maeR: described('How far it went the wrong way, in the same measure'),
  barsHeld: Type.Integer({ description: 'One-minute bars' }),
  ambiguousBar: Type.Boolean({ description: 'True when one bar touched both stop and target; the stop counts' }),
  uniqueness: Nullable(
    Type.Number(),
    '1 over the signals of its strategy that were open when it ended, itself included',
  ),
  shadow: Type.Boolean({ description: 'True when no order was placed on it' }),
})

const LostOutcome = Type.Object({
  status: Type.Literal('LOST', { description: 'The outcome can never be scored' }),
  reason: Type.Enum(['DATA_GAP', 'CANDLE_CHANGED', 'ENTRY_PAST_STOP', 'ENTRY_PAST_TARGET', 'EXIT_BEFORE_ENTRY'], {
    description:
      'A minute was not seen; its candle is another one since a trade came late; the next open lay past stop or target; the strategy left first',
  }),
  lostAt: instant('Up to here it was whole'),
})

/** Outcome of a signal, traded or not. */
export const SignalOutcome = Type.Union([ResolvedOutcome, LostOutcome])
export type SignalOutcome = Static<typeof SignalOutcome>

/** Signal of a strategy at the close of a bar. It sizes nothing and sends nothing. */
export const Signal = Type.Object({
  signalId: Type.Unsafe<string>({
    ...idText('sig'),
    description: 'Derived from bar, strategy and parameters, so it is reproducible',
  }),
  symbol: SymbolText,
  timeframe: Timeframe,
  strategyId: Type.String({ description: 'Strategy of the signal', examples: ['S01'] }),
  strategyName: Nullable(Type.String(), 'Null for a strategy that is no longer run on this timeframe'),
  family: StrategyFamily,
  definitionVersion: Type.Integer({ description: 'A changed rule under the same id is a new version' }),
  definitionDigest: digested('SHA-256 of the definition with its parameters'),
  direction: SignalDirection,
  barOpenAt: At,
  barClosedAt: At,
  createdAt: instant('When it was raised, on our clock'),
  validUntil: instant('An entry on it makes sense until then'),
  origin: Type.Enum(['LIVE', 'HISTORY'], {
    description: 'HISTORY: the bar closed before the engine observed it; not traded',
  }),
  rawScore: described("On the strategy's own scale: more is surer"),
  ...CONFIDENCE,
  reference: Type.Object(
    {
      price: priced('Close of the bar'),
      atr: Nullable(DecimalText, 'Average true range, to the tick; null when the strategy does not use it'),
    },
    { description: 'Reference price' },
  ),
  plan: Type.Object(
    {
      stopLoss: DecimalText,
      takeProfit: DecimalText,
      horizonBars: Type.Integer({ description: 'Bars of its timeframe after which it expires' }),
      horizonEndsAt: At,
      rewardRisk: described('Distance to the target over distance to the stop'),
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
  costReturn: described('What a round trip was taken to cost, as a fraction of the entry'),
  digest: digested('SHA-256 of all that can be computed again from the candles; candidates name it'),
  state: Type.Enum(['ACTIVE', 'EXPIRED', 'SUPERSEDED', 'INVALIDATED'], {
    description:
      "On the market's clock. INVALIDATED: the stop was hit while it was valid; EXPIRED: its time is over, or it has ended otherwise; SUPERSEDED: the same strategy has given a later signal",
  }),
  candidateId: Nullable(idText('cnd'), 'The entry that was considered because of it'),
  notTraded: Nullable(
    Type.Enum(['LEFT_TO_MANUAL_TRADING']),
    'LEFT_TO_MANUAL_TRADING: autotrading leaves the symbol to people (`manualSymbols`), so signals on it become no candidates; null for all other symbols',
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
  description: 'Id of a strategy',
  examples: ['S01'],
})

const FILTERS = {
  ...SYMBOLS_QUERY,
  strategyId: Type.Optional(StrategyText),
  timeframe: Type.Optional(Timeframe),
  minConfidence: Type.Optional(probabilityText('Confidence is at least this')),
}

export const LatestSignalsQuery = Type.Object(FILTERS, { additionalProperties: false })
export type LatestSignalsQuery = Static<typeof LatestSignalsQuery>

export const SignalHistoryQuery = Type.Object({ ...FILTERS, ...PAGE_QUERY }, { additionalProperties: false })
export type SignalHistoryQuery = Static<typeof SignalHistoryQuery>

/** Sorted by close of the bar, newest first. */
export const Signals = Collection(Signal)
export type Signals = Static<typeof Signals>
