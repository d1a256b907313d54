/** Wire types of research: stored history, jobs, backtest runs and parameter searches. */

import { type Static, type TSchema, Type } from 'typebox'
import { At, DecimalText, Ms, Nullable, SymbolText } from './common.ts'
import { Timeframe } from './signals.ts'

const Share = (description: string) => Type.Number({ description: `${description}, as a fraction` })
const Params = Type.Record(Type.String(), Type.Number())
const RunText = Type.String({ pattern: '^run_[0-9a-f]{12}$' })
const SearchText = Type.String({ pattern: '^(opt|walk)_[0-9a-f]{12}$' })
const JobText = Type.String({ pattern: '^job_[0-9A-HJKMNP-TV-Z]{26}$' })
const ExchangeText = Type.String({
  maxLength: 32,
  description: 'Exchange of the stored history',
  examples: ['binanceusdm'],
})
const Objective = Type.Enum(['sharpe', 'sortino', 'calmar', 'sqn', 'net'])

const items = <T extends TSchema>(item: T) => Type.Object({ items: Type.Array(item), asOf: At })

/** Path parameter of the routes of one run. */
export const RunParams = Type.Object({ runId: RunText })
export type RunParams = Static<typeof RunParams>
export const SearchParams = Type.Object({ searchId: SearchText })
export type SearchParams = Static<typeof SearchParams>
export const JobParams = Type.Object({ jobId: JobText })
export type JobParams = Static<typeof JobParams>
export const CompareQuery = Type.Object({ a: RunText, b: RunText })
export type CompareQuery = Static<typeof CompareQuery>

/** A strategy that can be tested, with its parameters and their defaults. */
export const ResearchStrategy = Type.Object({ strategyId: Type.String(), name: Type.String(), params: Params })
export type ResearchStrategy = Static<typeof ResearchStrategy>

/** Time range. */
export const ResearchRange = Type.Object({ fromMs: Ms, toMs: Ms })
export type ResearchRange = Static<typeof ResearchRange>

/** Stored history of an instrument, of one kind of data. */
export const StoredHistory = Type.Object({
  exchange: ExchangeText,
  symbol: SymbolText,
  kind: Type.String(),
  fromMs: Ms,
  toMs: Ms,
  rows: Type.Integer(),
  bytes: Type.Integer(),
  gaps: Type.Array(ResearchRange, { description: 'The longest 50 ranges without rows; never filled' }),
  gapMinutes: Type.Integer(),
})
export type StoredHistory = Static<typeof StoredHistory>

/** Stored history, strategies, and the command that downloads more. */
export const ResearchData = Type.Object({
  items: Type.Array(StoredHistory),
  strategies: Type.Array(ResearchStrategy),
  download: Type.String({ description: 'Host command that downloads history of this market' }),
  asOf: At,
})
export type ResearchData = Static<typeof ResearchData>

const Search = Type.Object({
  space: Type.String({ maxLength: 500 }),
  sampler: Type.Enum(['grid', 'sobol', 'random', 'tpe']),
  pruner: Type.Optional(Type.Enum(['none', 'asha'])),
  objective: Objective,
  trials: Type.Integer({ minimum: 1, maximum: 2_000 }),
  seed: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
})

const Days = Type.Integer({ minimum: 0, maximum: 3_650 })

/**
 * Windows of a walk-forward: training, the test after it, the gap between them, and the holdout at the end that no
 * search reads.
 */
const Walk = Type.Object({
  trainDays: Days,
  testDays: Days,
  embargoDays: Days,
  holdoutDays: Days,
  anchored: Type.Boolean(),
})

/** Request for a backtest, a search (with `search`), or a walk-forward (with `search` and `walk`). */
export const ResearchOrder = Type.Object({
  exchange: ExchangeText,
  strategyId: Type.String({ minLength: 1, maxLength: 64 }),
  params: Type.Optional(Params),
  symbols: Type.Array(SymbolText, { minItems: 1, maxItems: 50, uniqueItems: true }),
  timeframes: Type.Array(Timeframe, { minItems: 1, uniqueItems: true }),
  fromMs: Ms,
  toMs: Ms,
  balance: Type.Optional(DecimalText),
  makerFee: Type.Optional(DecimalText),
  takerFee: Type.Optional(DecimalText),
  spreadBps: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
  participation: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  impact: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  funding: Type.Optional(Type.Boolean()),
  latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  path: Type.Optional(Type.Enum(['stop-first', 'target-first', 'adaptive'])),
  resolve: Type.Optional(Type.Enum(['none', 'trades'])),
  host: Type.Optional(Type.Enum(['never', 'rearms-next-day'])),
  asLive: Type.Optional(Type.Boolean()),
  search: Type.Optional(Search),
  walk: Type.Optional(Walk),
})
export type ResearchOrder = Static<typeof ResearchOrder>

/** A backtest, search or walk-forward that this server started. */
export const ResearchJob = Type.Object({
  jobId: JobText,
  kind: Type.Enum(['backtest', 'optimise', 'walk-forward']),
  state: Type.Enum(['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELED']),
  title: Type.String(),
  by: Type.String(),
  createdAt: At,
  endedAt: Nullable(At),
  progress: Share('Progress'),
  rate: Nullable(Type.String()),
  leftMs: Nullable(Ms, 'Estimated time left'),
  note: Nullable(Type.String()),
  resultId: Nullable(Type.String(), 'Run, search or walk-forward that it stored'),
  fault: Nullable(Type.Object({ code: Type.String(), message: Type.String(), remedy: Type.String() })),
})
export type ResearchJob = Static<typeof ResearchJob>

export const ResearchJobs = items(ResearchJob)
export type ResearchJobs = Static<typeof ResearchJobs>

/** A figure, or the reason why the sample is too small for it. */
const Figure = Type.Object({ value: Nullable(Type.Number()), lack: Nullable(Type.String()) })

/** Summary of a stored backtest run. */
export const ResearchRun = Type.Object({
  runId: RunText,
  at: At,
  strategyId: Type.String(),
  exchange: Type.String(),
  symbols: Type.Array(Type.String()),
  timeframes: Type.Array(Type.String()),
  fromMs: Ms,
  toMs: Ms,
  params: Params,
  driver: Type.Enum(['exact', 'fast']),
  trades: Type.Integer(),
  net: DecimalText,
  statistics: Type.Record(Type.String(), Figure, {
    description: 'Figures by name, as in the documentation; null with the reason where the sample is too small',
  }),
})
export type ResearchRun = Static<typeof ResearchRun>

export const ResearchRuns = Type.Object({
  items: Type.Array(ResearchRun),
  nextCursor: Nullable(Type.String()),
  asOf: At,
})
export type ResearchRuns = Static<typeof ResearchRuns>

export const RunsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(RunText),
})
export type RunsQuery = Static<typeof RunsQuery>

const Choices = Type.Record(Type.String(), Type.Unknown())

const described = <T>(description: string) => Type.Unsafe<T>({ type: 'object', description })

interface RunFigures {
  readonly bars: number
  readonly gapMinutes: number
  readonly signals: number
  readonly considered: number
  readonly ordered: number
  readonly givenUp: number
  readonly trades: number
  /** Trades by the reason of their exit. */
  readonly exits: Readonly<Record<string, number>>
  readonly leftOpen: number
  readonly opening: string
  readonly equity: string
  readonly net: string
  readonly fees: string
  readonly funding: string
  readonly unrealized: string
  readonly refusalsByGate: Readonly<Record<string, number>>
  readonly pauses: readonly { readonly at: string; readonly code: string }[]
  readonly bounds: {
    readonly stopFirst: string
    readonly targetFirst: string
    readonly ambiguityCost: string
    readonly ambiguousMinutes: number
    /** Number of these minutes that were resolved by recorded trades. */
    readonly resolvedMinutes: number
  }
}

/** A stored backtest run with its inputs, specification and results. */
export const ResearchRunDetail = Type.Object({
  ...ResearchRun.properties,
  runDigest: Type.String(),
  resultDigest: Type.String(),
  spec: Choices,
  inputs: Choices,
  result: described<RunFigures>(
    'Counts, amounts and net results of both orders of prices within a minute, as in `result.json`',
  ),
})
export type ResearchRunDetail = Static<typeof ResearchRunDetail>

/** Equity over time, reduced so that no extreme is lost. */
export const ResearchEquity = Type.Object({
  runId: RunText,
  opening: Type.Number(),
  points: Type.Array(
    Type.Object({
      atMs: Ms,
      equity: Type.Number(),
      drawdown: Share('Drawdown from the preceding equity peak'),
      held: Nullable(Type.Number(), 'Equity of buy and hold: the symbols in equal parts, without costs'),
    }),
  ),
  months: Type.Array(
    Type.Object({
      year: Type.Integer(),
      months: Type.Array(Nullable(Type.Number()), { description: 'Returns of January to December' }),
      total: Type.Number(),
    }),
  ),
})
export type ResearchEquity = Static<typeof ResearchEquity>

/** A position from flat to flat. */
export const ResearchTrade = Type.Object({
  symbol: Type.String(),
  strategyId: Type.String(),
  direction: Type.Enum(['LONG', 'SHORT']),
  openedAt: At,
  entryPrice: DecimalText,
  quantity: DecimalText,
  closedAt: At,
  exitPrice: DecimalText,
  reason: Type.String(),
  gross: DecimalText,
  fees: DecimalText,
  funding: DecimalText,
  net: DecimalText,
  r: Nullable(Type.Number(), 'Net result over the loss at the first stop'),
})
export type ResearchTrade = Static<typeof ResearchTrade>

export const ResearchTrades = Type.Object({
  items: Type.Array(ResearchTrade),
  nextCursor: Nullable(Type.String()),
})
export type ResearchTrades = Static<typeof ResearchTrades>

export const RunTradesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 5_000, default: 500 }),
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,7}$' })),
})
export type RunTradesQuery = Static<typeof RunTradesQuery>

interface ComparedSignal {
  readonly symbol: string
  readonly strategyId: string
  readonly direction: string
  readonly barClosedMs: number
  readonly class: string
  readonly gates: readonly string[]
  readonly netA: string | null
  readonly netB: string | null
  readonly difference: string
}

/** Comparison of two runs, signal by signal. */
export const ResearchComparison = Type.Object({
  a: RunText,
  b: RunText,
  changed: Type.Array(Type.String(), { description: 'Settings and inputs that differ' }),
  byClass: Type.Array(Type.Object({ class: Type.String(), count: Type.Integer(), difference: DecimalText })),
  unmatched: Type.Object({ a: Type.Integer(), b: Type.Integer() }),
  difference: DecimalText,
  signals: Type.Array(described<ComparedSignal>('Signal with the class of its difference'), {
    description: 'Signals that differ most, at most 500',
  }),
})
export type ResearchComparison = Static<typeof ResearchComparison>

/** Summary of a search or walk-forward. */
export const ResearchSearch = Type.Object({
  searchId: SearchText,
  kind: Type.Enum(['optimise', 'walk-forward']),
  at: At,
  strategyId: Type.String(),
  exchange: Type.String(),
  symbols: Type.Array(Type.String()),
  timeframes: Type.Array(Type.String()),
  fromMs: Ms,
  toMs: Ms,
  objective: Objective,
  sampler: Type.String(),
  trials: Type.Integer(),
  isFinished: Type.Boolean(),
})
export type ResearchSearch = Static<typeof ResearchSearch>

export const ResearchSearches = items(ResearchSearch)
export type ResearchSearches = Static<typeof ResearchSearches>

/** A trial of a search. */
export const ResearchTrial = Type.Object({
  number: Type.Integer(),
  params: Params,
  share: Type.Optional(Type.Number({ description: 'Share of the range on which the pruner stopped the trial' })),
  value: Nullable(Type.Number(), 'Objective; null where the sample is too small, and for a stopped trial'),
  trades: Type.Integer(),
  net: DecimalText,
})
export type ResearchTrial = Static<typeof ResearchTrial>

interface SearchVerdict {
  /** Number of the chosen trial, from the best plateau of the objective. */
  readonly chosen: number | null
  /** Number of the trial with the highest objective. */
  readonly best: number | null
  /** Highest Sharpe ratio expected by chance from as many trials without skill. */
  readonly luck: number | null
  /** Probability that the chosen Sharpe ratio exceeds luck. */
  readonly deflatedSharpe: number | null
  /** Probability of overfitting. */
  readonly overfit: number | null
}

interface SearchWindow {
  readonly train: ResearchRange
  readonly test: ResearchRange
  readonly isHoldout: boolean
  readonly chosen: ResearchTrial | null
  readonly tested: { readonly value: number | null; readonly trades: number; readonly net: string } | null
}

interface WalkVerdict {
  /** Share of the tests with a positive result. */
  readonly positive: number | null
  /** Annual return of tests over training, median. */
  readonly efficiency: number | null
  readonly sharpe: number | null
  readonly trades: number
  readonly holdoutNet: string | null
  /** File on the host that arms the tested parameters. */
  readonly deployment: string | null
}

/** A search with its trials, or a walk-forward with its windows. */
export const ResearchSearchDetail = Type.Object({
  ...ResearchSearch.properties,
  space: Type.Array(
    Type.Object({ name: Type.String(), from: Type.Number(), step: Type.Number(), count: Type.Integer() }),
  ),
  earlierTrials: Type.Integer({ description: 'Registered trials of the strategy besides these' }),
  scored: Type.Array(ResearchTrial),
  verdict: Nullable(described<SearchVerdict>('Evaluation of a search'), 'Null for a walk-forward'),
  windows: Type.Array(described<SearchWindow>('Training and test of a walk-forward')),
  walk: Nullable(described<WalkVerdict>('Evaluation of a walk-forward'), 'Null for a search'),
})
export type ResearchSearchDetail = Static<typeof ResearchSearchDetail>
