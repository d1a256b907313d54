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

export const Timeframe = Type.Enum([...KLINE_INTERVALS], { description: 'Length of the bars it was seen on' })
export const SignalDirection = Type.Enum(['LONG', 'SHORT'], { description: 'LONG buys, SHORT sells' })
export const StrategyFamily = Type.Enum(['TREND', 'MOMENTUM', 'MEAN_REVERSION', 'VOLATILITY', 'CARRY', 'PATTERN'], {
  description: 'What the strategy lives by',
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
        description: 'PRIOR_ONLY rests on no outcome at all',
      }),
      n: Type.Integer({ description: 'Outcomes' }),
      effectiveN: described('Independent outcomes they amount to'),
      brierSkill: Nullable(
        Type.Number(),
        'Relative to predicting the base rate; null while there are too few outcomes',
      ),
    },
    { description: 'Of the strategy, version and regime' },
  ),
}

const ResolvedOutcome = Type.Object({
  status: Type.Literal('RESOLVED', { description: 'It can be scored' }),
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
  ambiguousBar: Type.Boolean({ description: 'One bar touched stop and target; the stop counts' }),
  uniqueness: Nullable(
    Type.Number(),
    '1 over the signals of its strategy that were open when it ended, itself included',
  ),
  shadow: Type.Boolean({ description: 'No order was made on it' }),
})

const LostOutcome = Type.Object({
  status: Type.Literal('LOST', { description: 'It can never be scored' }),
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
    description: 'Made of bar, strategy and parameters: computed again it is the same',
  }),
  symbol: SymbolText,
  timeframe: Timeframe,
  strategyId: Type.String({ description: 'The strategy that gave it', examples: ['S01'] }),
  strategyName: Nullable(Type.String(), 'Null for a strategy that is no longer run on this timeframe'),
  family: StrategyFamily,
  definitionVersion: Type.Integer({ description: 'Another rule under the same id is another version' }),
  definitionDigest: digested('SHA-256 of the definition with its parameters'),
  direction: SignalDirection,
  barOpenAt: At,
  barClosedAt: At,
  createdAt: instant('When it was raised, on our clock'),
  validUntil: instant('An entry on it makes sense until then'),
  origin: Type.Enum(['LIVE', 'HISTORY'], {
    description: 'HISTORY: the bar was over before the engine saw it; nothing is traded on it',
  }),
  rawScore: described("On the strategy's own scale: more is surer"),
  ...CONFIDENCE,
  reference: Type.Object(
    {
      price: priced('Close of the bar'),
      atr: Nullable(DecimalText, 'Average true range, to the tick; null when the strategy does not use it'),
    },
    { description: 'What it was measured from' },
  ),
  plan: Type.Object(
    {
      stopLoss: DecimalText,
      takeProfit: DecimalText,
      horizonBars: Type.Integer({ description: 'It is over after so many bars of its timeframe' }),
      horizonEndsAt: At,
      rewardRisk: described('Distance to the target over distance to the stop'),
    },
    { description: 'Where it is right, where it is wrong, until when' },
  ),
  regime: Type.Enum(['TREND_UP', 'TREND_DOWN', 'RANGE', 'VOLATILE', 'QUIET', 'INSUFFICIENT_EVIDENCE'], {
    description: 'What the market was like; outcomes are counted apart by it',
  }),
  patternIds: Type.Array(Type.String(), { description: 'Patterns of candles that the bar completes' }),
  features: Type.Record(Type.String(), Nullable(Type.Number()), {
    description: 'The figures it was decided by; null is not a number',
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
